/** What other areas may use of invoices. */
