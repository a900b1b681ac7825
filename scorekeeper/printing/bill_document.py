"""A bill as a document to be printed."""

from scorekeeper.core.bill import Bill
from scorekeeper.i18n.messages import Messages
from scorekeeper.printing.bill_page import bill_paper
from scorekeeper.printing.document import environment
from scorekeeper.printing.job import PrintJob


def bill_job(bill: Bill, messages: Messages) -> PrintJob:
    """The bill on A4, in these words."""
    page = bill_paper(bill, messages)
    template = environment().get_template("print/bill.html")
    html = template.render(page=page, t=messages.text, messages=messages)
    return PrintJob(html, page.about, day=bill.day)
