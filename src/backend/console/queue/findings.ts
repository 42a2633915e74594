import type { Findings } from '#backend/finding.ts'
import { switchedWhileFrozen } from '#backend/sim/public.ts'
import { owedStates } from '#domain/billing/bill-states.ts'
import { MONTHS_FOR_DOCUMENTS } from '#domain/succession/steps.ts'
import { openSuccessions } from '#domain/succession/succession-states.ts'

/** What collection still goes on with; as in the index `bill_owed`. */
const owed = quoted(owedStates.filter((state) => state !== 'terminated'))

/** What lies in queues of the console and is nothing that went wrong: no alarm counts it, and no command lists it. */
export const queueFindings = {
  'bill-unpaid': {
    what: 'bills whose charge was refused and that are not paid',
    resolve:
      'The member pays in my page; what follows comes by the calendar (docs/areas/billing.md).',
    queue: 'unpaid',
    ifLeft: 'お支払いがないと、この日に利用停止や契約の終了に進みます。',
    acts: ['link.send'],
    hasDate: true,
    // The next date of `collectionCourse`: 23:00 of the month's last day, then the end after two more closes.
    query: `
      select bill_id as ref, null as detail, null as account_id, contract_id,
        charge_on::timestamp at time zone 'Asia/Tokyo' as since,
        case when suspended_at is null
          then (date_trunc('month', charge_on::timestamp) + interval '1 month - 1 hour') at time zone 'Asia/Tokyo'
          else (date_trunc('month', suspended_at at time zone 'Asia/Tokyo') + interval '2 months') at time zone 'Asia/Tokyo'
        end as due,
        jsonb_build_object('month', month, 'yen', total_yen, 'state', state) as facts
      from bill where state in (${owed}) and charge_on <= ($now at time zone 'Asia/Tokyo')::date`,
  },
  // Takes the place of the finding by that name, which counts what waits for the desk alone.
  'device-claims': {
    what: 'every open claim for repair or exchange: also those whose member sends photographs, the device, or the old one',
    resolve:
      'What has come is recorded (claim.work). What does not come by the day ends by itself.',
    queue: 'claim',
    ifLeft: 'お約束した回答が遅れるか、届いたものが記録されないまま請求が自動で終わります。',
    acts: ['claim.work'],
    hasDate: true,
    query: `
      select order_no as ref, null as detail, null as account_id, contract_id, changed_at as since,
        (expected_on + 1)::timestamp at time zone 'Asia/Tokyo' as due,
        jsonb_build_object('state', state, 'basis', details ->> 'basis', 'cause', details ->> 'cause', 'expectedOn', expected_on)
          as facts
      from procedure_order where procedure = 'deviceClaim' and closed_at is null`,
  },
  // Likewise: whoever hears that the holder lives can refuse it at any time before it is carried out.
  successions: {
    what: 'every open succession: also those that wait for papers, or for the hours of the holder',
    resolve:
      'It is answered (succession.ask) or approved by two (succession.accept). What waits goes on by itself.',
    queue: 'succession',
    ifLeft:
      'ご家族の手続きが止まったままになるか、ご契約者の申し出が届かないまま進みます。ご契約が続いているあいだは、料金もかかり続けます。',
    acts: ['succession.ask', 'succession.accept'],
    fits: (act, { state }) => act !== 'succession.accept' || state !== 'announced',
    hasDate: true,
    query: `
      select order_no as ref, null as detail, submitted_at as since, account_id, contract_id,
        case state when 'announced' then moves_from
          when 'documents_requested' then asked_at + interval '${MONTHS_FOR_DOCUMENTS} months' end as due,
        jsonb_build_object('kind', wish, 'state', state, 'decision', decision, 'asked', asked) as facts
      from succession where state in (${quoted(openSuccessions)})`,
  },
  'order-on-hold': {
    what: 'changes from new devices that wait for their holders, and those on behalf that are confirmed',
    resolve: 'It goes out by itself at the time shown, unless the holder stops it.',
    queue: 'hold',
    ifLeft: 'この時刻に、保留中の手続きがそのまま実行されます。',
    acts: [],
    hasDate: true,
    query: `
      select hold_no as ref, null as detail, account_id, contract_id, held_at as since, until as due,
        jsonb_build_object('operation', operation, 'orderNo', order_no, 'until', until) as facts
      from hold where state = 'held'`,
  },
  'order-unconfirmed': {
    what: 'changes asked for by staff on behalf that nobody has confirmed',
    resolve: 'A second person confirms it (hold.confirm), or it ends by itself at the time shown.',
    queue: 'hold',
    ifLeft: 'この時刻までに2人目が確認しないと、お電話で承った手続きは取りやめになります。',
    acts: ['hold.confirm'],
    hasDate: true,
    query: `
      select hold_no as ref, null as detail, account_id, contract_id, held_at as since, until as due,
        jsonb_build_object('operation', operation, 'orderNo', order_no, 'until', until) as facts
      from hold where state = 'needs_confirmation'`,
  },
  'line-frozen': {
    what: 'lines that staff have stopped for suspected fraud',
    resolve: 'Two people lift the stop once it is clear who uses the line (line.unfreeze).',
    queue: 'hold',
    ifLeft: '会員はこの回線を使えないままです。',
    acts: ['line.unfreeze'],
    query: `
      select l.line_id as ref, null as detail, null as account_id, l.contract_id,
        coalesce((select max(v.replaced_at) from line_version v
          where v.contract_id = l.contract_id and v.line_id = l.line_id), '2019-10-01'::timestamptz) as since,
        jsonb_build_object('state', l.status, 'switchedOrder', ${switchedWhileFrozen('l')}) as facts
      from line l where l.suspension_reason = 'fraud'`,
  },
} satisfies Findings

function quoted(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}
