import type { Findings } from '#backend/finding.ts'
import { findBrokenLaws, type BrokenLaw } from '#backend/broken-law.ts'
import type { Db } from '#backend/db/connect.ts'
import { ruleRows } from '#domain/catalogue/rules.ts'

export const billingFindings = {
  'bill-not-closed': {
    what: 'contracts whose bill of a month could not be made',
    resolve: 'Repair the fact that is named, then run npm run close -- <month> again.',
    queue: 'bill',
    ifLeft: 'この月の請求が確定せず、カードへ請求できません。',
    acts: ['bill.repair'],
    query: `
      select contract_id || ' ' || month as ref, reason || ': ' || fact as detail, failed_at as since,
        null as account_id, contract_id, jsonb_build_object('month', month, 'reason', case when reason like '%price%' then 'priceMissing' else 'defect' end,
          'fact', concat_ws(' ', reason, nullif(fact, ''))) as facts
      from close_failure where resolved_at is null`,
  },
  'payment-answer-unknown': {
    what: 'card payments without an answer for an hour',
    resolve:
      'Nothing is charged again. The processor is asked for the order id every hour; if it stays unknown, ask the processor.',
    queue: 'answer',
    ifLeft: '支払いが済んだか分からず、会員の画面は「確認中」のままです。',
    acts: ['exchange.again'],
    query: `
      select order_id as ref, contract_id || ' ' || month || ', ' || amount_yen || ' yen' as detail, sent_at as since,
        null as account_id, contract_id, jsonb_build_object('month', month, 'yen', amount_yen, 'attempts', attempt) as facts
      from payment where state in ('sent', 'unknown') and sent_at <= $now - interval '1 hour'`,
  },
  'refund-answer-unknown': {
    what: 'refunds to a card without an answer for an hour',
    resolve:
      'Nothing is given back twice. The processor is asked for the refund id every hour; if it stays unknown, ask the processor.',
    queue: 'refund',
    ifLeft: '返金がカードに届いたか分からないままです。',
    acts: ['exchange.again'],
    query: `
      select refund_id as ref, contract_id || ' ' || month || ', ' || amount_yen || ' yen' as detail, requested_at as since,
        null as account_id, contract_id, jsonb_build_object('month', month, 'yen', amount_yen) as facts
      from refund where state in ('sent', 'unknown') and requested_at <= $now - interval '1 hour'`,
  },
  'refund-refused': {
    what: 'refunds that no card would take',
    resolve:
      'npm run refunds lists them with the reasons, and asks again or records a bank transfer.',
    queue: 'refund',
    ifLeft: 'お返しするお金が会員に戻りません。',
    acts: ['refund.again', 'refund.transferred'],
    query: `
      select bill_id as ref, contract_id || ' ' || month as detail, null as account_id, contract_id,
        coalesce((select max(r.answered_at) from refund r
          where r.contract_id = bill.contract_id and r.month = bill.month), fixed_at) as since,
        jsonb_build_object('month', month, 'yen', -total_yen) as facts
      from bill where state = 'refund_refused'`,
  },
} satisfies Findings

/** The rule's dated rows in SQL: the last that began by the day of `moment`, else the first. */
function yenPerPoint(moment: string): string {
  const [first, ...later] = ruleRows.filter(({ key }) => key === 'yenPerPoint')
  const cases = later
    .toReversed()
    .map(({ validFrom, value }) => `when ${moment} >= '${validFrom}T00:00:00+09:00' then ${value}`)
  return `(case ${['when false then null', ...cases].join(' ')} else ${first?.value} end)`
}

/** The laws of money, read from the tables alone: an answer without rows is the proof. */
export const brokenMoneyLaws = (db: Db): Promise<BrokenLaw[]> => findBrokenLaws(db, moneyLaws)

export const moneyLaws = {
  'the postings of an entry sum to zero': `
    select contract_id, source_ref as what, sum(amount_yen)::text as found
    from posting group by contract_id, source_ref having sum(amount_yen) <> 0`,

  'the total of a bill is what its rates and its untaxed part come to': `
    select b.contract_id, b.month as what, b.total_yen || ' instead of ' || b.out_of_scope_yen + coalesce(sum(r.total_yen), 0) as found
    from bill b left join bill_rate r using (contract_id, month)
    group by b.contract_id, b.month
    having b.total_yen <> b.out_of_scope_yen + coalesce(sum(r.total_yen), 0)`,

  'a line or a rate belongs to a bill': `
    select contract_id, month as what, part as found
    from (select contract_id, month, 'line' as part from bill_line union select contract_id, month, 'rate' from bill_rate) parts
    where not exists (select from bill b where b.contract_id = parts.contract_id and b.month = parts.month)`,

  'a bill belongs to a contract': `
    select contract_id, month as what, 'no such contract' as found from bill b
    where not exists (select from contract c where c.contract_id = b.contract_id)`,

  'every bill that is not nothing is booked at its total': `
    select b.contract_id, b.bill_id as what, coalesce(sum(p.amount_yen), 0) || ' instead of ' || b.total_yen as found
    from bill b
    left join posting p on p.contract_id = b.contract_id and p.source_ref = 'bill/' || b.bill_id
      and p.account in ('receivable', 'credit')
    group by b.contract_id, b.month having coalesce(sum(p.amount_yen), 0) <> b.total_yen`,

  'what a contract owes in the ledger is its bills not paid': `
    select contract_id, 'receivable' as what, coalesce(ledger.yen, 0) || ' instead of ' || coalesce(bills.yen, 0) as found
    from (select contract_id, sum(amount_yen) as yen from posting where account = 'receivable' group by contract_id) ledger
    full join (
      select b.contract_id, sum(b.total_yen - coalesce(u.yen, 0) - coalesce(p.yen, 0)) as yen from bill b
      left join (select contract_id, month, sum(amount_yen) as yen from credit_use group by contract_id, month) u
        using (contract_id, month)
      left join (select contract_id, month, sum(amount_yen) as yen from payment where state = 'ok' and way = 'points'
        group by contract_id, month) p using (contract_id, month)
      where b.total_yen > 0 and b.state <> 'paid' group by b.contract_id
    ) bills using (contract_id)
    where coalesce(ledger.yen, 0) <> coalesce(bills.yen, 0)`,

  'a bill is paid once: by money, by points, by credit or by being nothing': `
    select b.contract_id, b.bill_id as what, coalesce(p.yen, 0) + coalesce(u.yen, 0) || ' of ' || b.total_yen || ', ' || b.state as found
    from bill b
    left join (select contract_id, month, sum(amount_yen) as yen, sum(amount_yen) filter (where way = 'points') as points
      from payment where state = 'ok' group by contract_id, month) p using (contract_id, month)
    left join (select contract_id, month, sum(amount_yen) as yen from credit_use group by contract_id, month) u
      using (contract_id, month)
    where b.total_yen >= 0 and coalesce(p.yen, 0) + coalesce(u.yen, 0)
      <> case when b.state = 'paid' then b.total_yen else least(coalesce(u.yen, 0) + coalesce(p.points, 0), b.total_yen - 1) end`,

  'the cash of a contract is what came in less what was given back': `
    select contract_id, 'cash' as what, coalesce(ledger.yen, 0) || ' instead of ' || coalesce(facts.yen, 0) as found
    from (select contract_id, sum(amount_yen) as yen from posting where account = 'cash' group by contract_id) ledger
    full join (
      select contract_id, sum(yen) as yen from (
        select contract_id, amount_yen as yen from payment where state = 'ok' and way = 'card'
        union all select contract_id, -amount_yen from refund where state = 'ok' and way <> 'points') moved group by contract_id
    ) facts using (contract_id)
    where coalesce(ledger.yen, 0) <> coalesce(facts.yen, 0)`,

  'what the points partner owes for a contract is the points spent less those given back': `
    select contract_id, 'points' as what, coalesce(ledger.yen, 0) || ' instead of ' || coalesce(facts.yen, 0) as found
    from (select contract_id, sum(amount_yen) as yen from posting where account = 'points' group by contract_id) ledger
    full join (
      select contract_id, sum(yen) as yen from (
        select contract_id, amount_yen as yen from payment where state = 'ok' and way = 'points'
        union all select contract_id, -amount_yen from refund where state = 'ok' and way = 'points') moved group by contract_id
    ) facts using (contract_id)
    where coalesce(ledger.yen, 0) <> coalesce(facts.yen, 0)`,

  'the rest of a payment by points is asked of the card once they have come, and not before': `
    select p.contract_id, p.order_id as what, p.state || ', ' || coalesce(c.amount_yen, 0) || ' of ' || p.rest_yen as found
    from payment p left join payment c on c.follows = p.order_id
    where p.way = 'points'
      and coalesce(c.amount_yen, 0) <> case when p.state = 'ok' then p.rest_yen else 0 end`,

  'points are granted for bills above zero that are paid, 1 per sum of the rule without tax, and no more are taken back than were granted': `
    select g.contract_id, g.month as what, g.points || ' for ' || b.total_yen || ', ' || b.state as found
    from point_grant g join bill b using (contract_id, month)
    left join (select contract_id, month, sum(tax_yen) as yen from bill_rate group by contract_id, month) t
      using (contract_id, month)
    left join (select contract_id, sum(moved_points * sign(points)) as left_points from point_grant where state = 'ok'
      group by contract_id) kept using (contract_id)
    where case when g.points > 0 then b.state <> 'paid' or g.points <> trunc((b.total_yen - coalesce(t.yen, 0))::numeric / ${yenPerPoint('b.paid_at')})
      else b.total_yen >= 0 or g.points < trunc((b.total_yen - coalesce(t.yen, 0))::numeric / ${yenPerPoint('b.fixed_at')}) or kept.left_points < 0 end`,

  'no more is spent or given back of a credit than there is': `
    select b.contract_id, b.bill_id as what, coalesce(u.yen, 0) + coalesce(r.yen, 0) || ' of ' || -b.total_yen as found
    from bill b
    left join (select contract_id, from_month, sum(amount_yen) as yen from credit_use group by contract_id, from_month) u
      on u.contract_id = b.contract_id and u.from_month = b.month
    left join (select contract_id, month, sum(amount_yen) as yen from refund where state <> 'refused' group by contract_id, month) r
      on r.contract_id = b.contract_id and r.month = b.month
    where coalesce(u.yen, 0) + coalesce(r.yen, 0) > greatest(-b.total_yen, 0)`,

  'no posting without its fact': `
    select p.contract_id, p.source_ref as what, p.account as found from posting p
    where not exists (select from bill where contract_id = p.contract_id and p.source_ref = 'bill/' || bill_id)
      and not exists (select from payment where contract_id = p.contract_id and state = 'ok' and p.source_ref = 'payment/' || order_id)
      and not exists (select from credit_use where contract_id = p.contract_id and p.source_ref = 'credit/' || from_month || '/' || month)
      and not exists (select from refund where contract_id = p.contract_id
        and p.source_ref in ('refund/' || refund_id, 'refunded/' || refund_id, 'refund-refused/' || refund_id))`,

  'what is kept for a contract is what is left of its credits, and what goes back is its open refunds': `
    select contract_id, account as what, coalesce(ledger.yen, 0) || ' instead of ' || coalesce(facts.yen, 0) as found
    from (select contract_id, account, -sum(amount_yen) as yen from posting where account in ('credit', 'refund')
      group by contract_id, account) ledger
    full join (
      select contract_id, account, sum(yen) as yen from (
        select contract_id, 'credit' as account, -total_yen as yen from bill where total_yen < 0
        union all select contract_id, 'credit', -amount_yen from credit_use
        union all select contract_id, 'credit', -amount_yen from refund where state <> 'refused'
        union all select contract_id, 'refund', amount_yen from refund where state in ('sent', 'unknown')
      ) parts group by contract_id, account
    ) facts using (contract_id, account)
    where coalesce(ledger.yen, 0) <> coalesce(facts.yen, 0)`,

  'a credit is over exactly when nothing is left of it': `
    select b.contract_id, b.bill_id as what, b.state || ' with ' || -b.total_yen - coalesce(u.yen, 0) - coalesce(r.yen, 0) as found
    from bill b
    left join (select contract_id, from_month, sum(amount_yen) as yen from credit_use group by contract_id, from_month) u
      on u.contract_id = b.contract_id and u.from_month = b.month
    left join (select contract_id, month, sum(amount_yen) as yen from refund where state = 'ok' group by contract_id, month) r
      on r.contract_id = b.contract_id and r.month = b.month
    where b.total_yen < 0 and (b.state in ('paid', 'refunded'))
      <> (-b.total_yen = coalesce(u.yen, 0) + coalesce(r.yen, 0))`,
}
