import { expect, test } from 'vitest'
import { consoleActs, type ActWay, type ConsoleAct, type StaffRole } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { isGuarded, roleFor, rolesFor } from './acts.ts'

const acts = namesOf(consoleActs)
const letters: Record<StaffRole, string> = {
  desk: 'S',
  procedures: 'F',
  billing: 'B',
  fraud: 'R',
  planning: 'P',
  lead: 'L',
  privacy: 'D',
  operations: 'E',
}
const marks: Record<ActWay, string> = { does: 'o', proposes: 'p', approves: 'a' }

const rowOf = (act: ConsoleAct) =>
  namesOf(letters)
    .map((role) => {
      const ways = namesOf(marks).filter((way) => rolesFor(act, way).includes(role))
      return ways.length === 0 ? '' : `${letters[role]}${ways.map((way) => marks[way]).join('')}`
    })
    .filter((cell) => cell !== '')
    .join(' ')

test('どの役割が何をできるかは、この表のとおり（o 1人で行う・p 提案する・a 承認する）', () => {
  expect(Object.fromEntries(acts.map((act) => [act, rowOf(act)]))).toEqual({
    'ticket.work': 'So Fo Bo Ro Po Lo Do Eo',
    'member.find': 'So Fo Bo Ro Do',
    'member.open': 'So Fo Bo Ro Do',
    'reveal.contact': 'So Fo Bo Ro Do',
    'reveal.identity': 'Fo',
    'secrecy.byCode': 'So Bo Ro Do',
    'secrecy.legal': 'Rp La Dp',
    'caller.prove': 'So Fo Bo Ro',
    'link.send': 'So Fo Bo Ro',
    'behalf.act': 'So Fo',
    'hold.confirm': 'Fo Ro Lo',
    'line.stop': 'So Fo Ro Do',
    'logins.end': 'So Fo Ro Do',
    'cancellation.letter': 'Fo',
    'line.freeze': 'Ro Lo',
    'line.unfreeze': 'Rp La',
    'identity.ask': 'Fo',
    'identity.approve': 'Fpa La',
    'application.decide': 'Fo',
    'claim.work': 'Fo',
    'succession.ask': 'Fo',
    'succession.accept': 'Fpa La',
    'refund.again': 'Bo',
    'points.again': 'Bo',
    'refund.transferred': 'Bp La',
    'compensation.enter': 'Bp La',
    'exchange.again': 'Fo Bo Eo',
    'message.again': 'Fo Bo Eo',
    'exchange.record': 'Fp La Ep',
    'bill.repair': 'Bo Eo',
    'finding.settle': 'Bo Eo',
    'outage.post': 'Po Lo Eo',
    'notice.post': 'Pp La',
    'ticket.legal': 'Lo Do',
    'access.review': 'Do',
    'audit.search': 'Do',
    'audit.verify': 'Do Eo',
    'staffLogin.end': 'Lo Do Eo',
  })
})

test('2人で行うものには提案する役割と承認する役割があり、1人では行えない', () => {
  for (const act of acts) {
    expect([act, rolesFor(act, 'approves').length > 0]).toEqual([act, isGuarded(act)])
    if (isGuarded(act)) expect([act, rolesFor(act, 'does')]).toEqual([act, []])
  }
})

test('いくつもの役割をもつ人は、できる役割で行う。役割がなければ何もできない', () => {
  expect(roleFor(['planning', 'lead'], 'refund.transferred', 'approves')).toBe('lead')
  expect(roleFor(['planning'], 'refund.transferred', 'approves')).toBeUndefined()
  for (const act of acts) expect(roleFor([], act, 'does')).toBeUndefined()
})
