import { suspensionReasons } from '#vocabulary/suspension.ts'
import { describe, expect, test } from 'vitest'
import { memberExportStates } from './account/export-states.ts'
import { profileEditStates } from './account/profile-edit-states.ts'
import { applicationStates } from './application/application-states.ts'
import { billStates } from './billing/bill-states.ts'
import { cancellationStates } from './cancellation/cancellation-states.ts'
import { contractStates, suspensions } from './contract/contract-states.ts'
import { initialCancellationStates } from './cancellation/initial-cancellation-states.ts'
import { deviceClaimStates } from './device/claim-states.ts'
import { deviceRegisterStates } from './device/register-states.ts'
import { paperStates } from './document/paper-states.ts'
import { queueStates } from './procedure/queue-states.ts'
import { guardianConsentStates } from './guardian/consent-states.ts'
import { handoverStates } from './handover/handover-states.ts'
import { holdStates } from './hold/hold-states.ts'
import { identityStates } from './identity/identity-states.ts'
import { invoiceStates } from './invoice/invoice-states.ts'
import { lineStates } from './line/line-states.ts'
import { actors, type Machine } from './machine.ts'
import { machines } from './machines.ts'
import { optionStates } from './option/option-states.ts'
import { optionJoinStates, optionLeaveStates } from './option/order-states.ts'
import { partnerLinkStates } from './partner/link-states.ts'
import { phoneMoveStates } from './phone-move/move-states.ts'
import { planSizeStates } from './plan-size/booking-states.ts'
import { pointGrantStates } from './point/grant-states.ts'
import { portOutStates } from './port-out/port-out-states.ts'
import { exchangeStates } from './sim/exchange-states.ts'
import { simOrderStates } from './sim/order-states.ts'
import { successionStates } from './succession/succession-states.ts'

/** Walks every cell state × event × actor of a table and returns how many lead somewhere. */
function walk<State extends string, Event extends string>(table: Machine<State, Event>): number {
  let open = 0
  for (const state of table.states)
    for (const event of table.events)
      for (const actor of actors) {
        const answer = table.next(state, event, actor)
        const to = table.target(state, event)
        const mayAct = table.by(event).includes(actor)
        expect(answer.ok, `${state} ${event} ${actor}`).toBe(to !== undefined && mayAct)
        expect(table.can(state, event, actor)).toBe(answer.ok)
        expect(table.eventsFrom(state, actor).includes(event)).toBe(answer.ok)
        if (answer.ok) open += 1
        else expect(answer.code).toBe(to === undefined ? 'WRONG_STATE' : 'WRONG_ACTOR')
      }
  return open
}

describe('すべての状態の表', () => {
  test('状態×出来事×行う人のどのます目にも答え、開いたます目の数は分かっている', () => {
    expect({
      application: walk(applicationStates),
      contract: walk(contractStates),
      cancellation: walk(cancellationStates),
      initialCancellation: walk(initialCancellationStates),
      planSize: walk(planSizeStates),
      queue: walk(queueStates),
      hold: walk(holdStates),
      paper: walk(paperStates),
      line: walk(lineStates),
      simOrder: walk(simOrderStates),
      phoneMove: walk(phoneMoveStates),
      exchange: walk(exchangeStates),
      portOut: walk(portOutStates),
      handover: walk(handoverStates),
      option: walk(optionStates),
      optionJoin: walk(optionJoinStates),
      optionLeave: walk(optionLeaveStates),
      deviceRegister: walk(deviceRegisterStates),
      deviceClaim: walk(deviceClaimStates),
      bill: walk(billStates),
      invoice: walk(invoiceStates),
      identity: walk(identityStates),
      partner: walk(partnerLinkStates),
      profile: walk(profileEditStates),
      memberExport: walk(memberExportStates),
      pointGrant: walk(pointGrantStates),
      succession: walk(successionStates),
      guardianConsent: walk(guardianConsentStates),
    }).toEqual({
      phoneMove: 43,
      application: 24,
      bill: 53,
      cancellation: 23,
      contract: 79,
      deviceClaim: 31,
      deviceRegister: 9,
      exchange: 7,
      guardianConsent: 6,
      handover: 22,
      hold: 21,
      identity: 32,
      initialCancellation: 5,
      invoice: 6,
      line: 41,
      memberExport: 3,
      option: 28,
      optionJoin: 13,
      optionLeave: 18,
      paper: 14,
      partner: 11,
      planSize: 8,
      pointGrant: 6,
      portOut: 23,
      profile: 31,
      queue: 9,
      simOrder: 36,
      succession: 19,
    })
  })

  test.each(machines.map((one) => [one.name, one] as const))(
    '%s：どの状態も始まりか着ける所で、どの出来事もどこかで起き、どの状態にも言葉がある',
    (_, table) => {
      const begins = new Set([table.initial, 'not_required', 'not_applicable'])
      const reached = new Set(table.transitions.map((one) => one.to))
      for (const state of table.states) {
        expect(reached.has(state) || begins.has(state), state).toBe(true)
        expect(table.allWords[state]?.label).not.toBe('')
        expect(table.allWords[state]?.sentence).toMatch(/。$/)
      }
      for (const one of table.transitions) expect(one.by.length, one.event).toBeGreaterThan(0)
    },
  )

  test('名前は重ならず、図も重ならない', () => {
    expect(new Set(machines.map((one) => one.name)).size).toBe(machines.length)
  })
})

describe('だれが何をできるか', () => {
  test('紛失の停止は会員が自分で再開できる。未払いは入金で、不正利用は担当者だけが再開できる', () => {
    expect(
      suspensionReasons.map((reason) => suspensions[reason].resumedBy.includes('member')),
    ).toEqual([false, true, false])
    expect(suspensions.fraud.resumedBy).toEqual(['staff'])
  })

  test('MNP予約番号は取り消せない', () => {
    expect(portOutStates.eventsFrom('issued', 'member')).toEqual([])
  })

  test('発送したSIMは取り消せない', () => {
    expect(simOrderStates.can('preparing', 'cancelled', 'member')).toBe(true)
    expect(simOrderStates.can('shipped', 'cancelled', 'member')).toBe(false)
  })

  test('届かなかった返事は聞き直し、注文を重ねない', () => {
    expect(exchangeStates.eventsFrom('unknown')).toEqual(['accepted', 'rejected', 'never_arrived'])
    expect(exchangeStates.can('unknown', 'sent')).toBe(false)
  })

  test('終わりだと書かれた状態からは進めず、ほかのどの状態からも進める', () => {
    for (const { name, states, terminal, transitions } of machines) {
      const left = new Set(transitions.map(({ from }) => from))
      expect(
        states.filter((state) => !left.has(state)),
        name,
      ).toEqual(terminal)
    }
  })
})
