"""Invoices and credit notes.

Rules of invoices:

1. An order has one invoice: from when it is paid or is shipped, whichever comes first. It says
   what the order comes to at that moment; lines that were cancelled before are not on it.
2. What goes back after that has a credit note each: cancelled lines, a cancelled order, a return.
   An invoice less its credit notes is what the shop keeps, to the cent, for each tax by name as well.
3. Numbers have no gaps. A kind's counter is a row that is locked last, when everything else of the
   transaction is written: who gives up gives the number back, and nobody waits long.
4. A document is what it was: its row is never changed or deleted, the database sees to it. The buyer
   stands in the order, so that a forgotten person is not in it; its PDF is rendered when somebody asks
   for it, and kept.
"""
