/** What other areas may use of accounts. */
