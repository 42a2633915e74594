import { ticketStates } from '#domain/contact/ticket-states.ts'

const steps = ticketStates.transitions.map(({ from, to }) => `('${from}', '${to}')`)

/** Laws of the tables of cases. */
export const contactLaws = {
  "a ticket's state follows from its entries": `
    select t.account_id as contract_id, t.ticket_no as what, t.state || ' after ' || coalesce(e.state, 'no entry') as found
    from ticket t left join ticket_event e on e.ticket_no = t.ticket_no and e.position = t.entries
    where e.state is distinct from t.state
    union all
    select account_id, ticket_no, before || ' to ' || state
    from (select account_id, ticket_no, state, coalesce(lag(state) over own, '${ticketStates.initial}') as before
      from ticket_event window own as (partition by ticket_no order by position)) moved
    where before <> state and (before, state) not in (${steps.join(', ')})`,

  "a ticket's entries are numbered without a gap and are its member's": `
    select t.account_id as contract_id, t.ticket_no as what, count(e.*) || ' entries of ' || t.entries as found
    from ticket t left join ticket_event e on e.ticket_no = t.ticket_no
    group by t.ticket_no
    having count(e.*) <> t.entries or max(e.position) is distinct from t.entries
      or bool_or(e.account_id is distinct from t.account_id)`,

  'the clock of a ticket stands only while the member is waited for': `
    select account_id as contract_id, ticket_no as what, state || ', left ' || coalesce(clock_left_ms::text, 'nothing') as found
    from ticket where state in ('new', 'open') and clock_left_ms is not null
      or state = 'waiting_member' and clock_left_ms is null`,
}
