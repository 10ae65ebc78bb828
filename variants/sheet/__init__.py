"""The rules sheet: all that a profile says, for players, in English, German and Dutch.

document = sheet(profile, variant)
markdown(document, Writer("de"))
page(document, Writer("de"), stylesheet="/static/variants/sheet.css")
"""

from variants.sheet.document import Document
from variants.sheet.html import Above, article, page
from variants.sheet.markdown import markdown
from variants.sheet.sheet import sheet
from variants.sheet.writing import LANGUAGES, Writer

__all__ = ["LANGUAGES", "Above", "Document", "Writer", "article", "markdown", "page", "sheet"]
