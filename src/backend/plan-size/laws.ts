/** What holds of contracts whose size was changed. */
export const planSizeLaws = {
  'the size in force is the last one applied': `
    select c.contract_id, c.plan_code::text as what, a.order_no || ' to ' || a.to_plan as found
    from contract c join (
      select distinct on (contract_id) contract_id, order_no, details->>'toPlan' as to_plan
      from procedure_order where procedure = 'planSizeChange' and state = 'applied'
      order by contract_id, effective_on desc) a using (contract_id)
    where c.plan_code::text <> a.to_plan`,
}
