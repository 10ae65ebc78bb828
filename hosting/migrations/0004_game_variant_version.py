from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hosting', '0003_disclosure'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='variant_version',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
    ]
