/** The laws of invoices: every query gives the rows that break its law. */
export const invoiceLaws = {
  'the numbers of a series run without a gap': `
    select s.kind as contract_id, 'series' as what,
      count(i.invoice_number) || ' up to ' || coalesce(max(i.invoice_number), 0) || ', next after ' || s.last_number as found
    from invoice_series s left join (select kind, invoice_number from invoice
      union all select kind, invoice_number from invoice_number_let_go) i using (kind)
    group by s.kind, s.last_number
    having count(i.invoice_number) <> s.last_number or coalesce(max(i.invoice_number), 0) <> s.last_number`,

  'an invoice is its bill to the yen': `
    select i.contract_id, i.invoice_id as what, i.total_yen || ' instead of ' || b.total_yen as found
    from invoice i join bill b using (contract_id, month)
    where i.kind = 'invoice' and i.total_yen <> b.total_yen`,

  'what was issued was printed': `
    select i.contract_id, i.invoice_id as what, 'no first print' as found
    from invoice i where not exists (select from invoice_print p
      where p.contract_id = i.contract_id and p.invoice_id = i.invoice_id and p.copy_number = 0)`,
}
