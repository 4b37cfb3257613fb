"""Invoices and credit notes.

Rules of invoices:

1. An order has one invoice. It is issued when the order is paid or shipped, whichever comes first, for
   the order at that moment: lines cancelled before are not on it.
2. Every later refund has a credit note: cancelled lines, a cancelled order, a return. The invoice less its
   credit notes is what the shop keeps, to the cent, also for each tax by name.
3. Numbers have no gaps. A kind's counter is a row that is locked last, after everything else in the
   transaction is written. A transaction that fails returns its number, and nobody waits long.
4. A document never changes: the database rejects updates and deletes. The buyer is stored in the order,
   so that an erased person is not in the document. The PDF is rendered on the first request and stored.
"""
