import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deviceClaimStates } from '#domain/device/claim-states.ts'
import { guardianConsentStates } from '#domain/guardian/consent-states.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import { lockStates } from '#domain/lock/lock-states.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'
import { actionWords, isReading } from './audit-action.ts'

/** The names of actions that a line gives to the audit as they are; what is put together of a state is not looked for. */
const named = (text: string): string[] =>
  [...text.matchAll(/(?:(?:audit|action): |recorded\()(.*)/g)].flatMap(([, given = '']) =>
    [...given.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, name = '']) => name),
  )

test('記録に残ることは、すべて言葉で読める。名前のままのものはない', () => {
  const source = globSync('src/backend/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const names = new Set(source.flatMap((file) => named(readFileSync(file, 'utf8'))))
  expect(names.size).toBeGreaterThan(150)
  expect([...names].filter((name) => actionWords[name] === undefined)).toEqual([])
})

const kebab = (name: string) => name.replaceAll('_', '-')
const of = (stem: string, names: readonly string[]) => names.map((name) => `${stem}-${name}`)

test('状態やできごとから組み立てる記録の名前も、すべて言葉で読める', () => {
  // States and events that no entry is made of: the first of each, and what the order before it records.
  const silent = ['identity-check-not_required', 'port-out-none', 'sim-order-quoted']
  const claims = deviceClaimStates.events.filter((event) => !['asked', 'overdue'].includes(event))
  const names = [
    ...of('identity-check', identityStates.states),
    ...of('guardian-consent', guardianConsentStates.events.map(kebab)),
    ...of('lock', [...lockStates.events.map(kebab), 'wait-changed']),
    ...of('line-takeover', ['withdrawn', 'refused']),
    ...of('port-out', portOutStates.states),
    ...of('sim-order', simOrderStates.states),
    ...of('outage', ['ended', 'cancelled']),
    ...of('partner-link', ['linked', 'unlinked']),
    ...of('line', ['suspended', 'resumed', 'suspend-refused', 'resume-refused']),
    ...of('device-claim', claims.map(kebab)),
  ]
  const wordless = names.filter((name) => actionWords[name] === undefined)
  expect(wordless).toEqual(silent)
})

test('担当者が会員の書類や申し込みを見たことは、閲覧である', () => {
  const readings = Object.keys(actionWords).filter(isReading)
  expect(readings).toEqual([
    'record-read',
    'field-shown',
    'identity-check-read',
    'application-read',
    'succession-read',
    'succession-papers-read',
    'device-claim-read',
    'approval-read',
    'audit-searched',
  ])
})
