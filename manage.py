"""The command line of this project: `python manage.py help`."""

import sys

from config.commands import main

if __name__ == "__main__":
    main(sys.argv)
