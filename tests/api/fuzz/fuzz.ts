import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { z } from 'zod'
import { api } from '#protocol/index.ts'
import { idempotencyKeyHeader } from '#protocol/conventions.ts'
import type { Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { bookSize } from '../sizes.ts'
import { readOperations, type Operation } from './operations.ts'

/** Of somebody else: no answer may hold any of them. */
const OTHER_NUMBER = '08055554444'
const OTHER_NICKNAME = 'となりの人の電話'

type Member = Awaited<ReturnType<typeof makeMember>>

/**
 * Asks every operation of our own document at random, as visitor, account and member, with ids of another member among
 * the values, and tells what was wrong: an error of ours, an answer that the document does not allow, another's data.
 */
export async function fuzz(harness: Harness, { runs, seed }: { runs: number; seed: number }) {
  const other = await makeMember(harness, {
    loginId: `other-${seed}`,
    lines: [{ number: OTHER_NUMBER }],
  })
  const [otherLine = ''] = other.lineIds
  const { services, database } = harness
  await other.call(api.lineNicknamePut, { body: { lineId: otherLine, nickname: OTHER_NICKNAME } })
  const { orderNo } = await bookSize(other, 18)
  const before = await database.db
    .selectFrom('audit_head')
    .select('position')
    .where('chain', '=', other.contractId)
    .executeTakeFirst()
  const secrets = [OTHER_NUMBER, OTHER_NICKNAME, '080-5555-4444', other.contractId]
  const account = (await harness.signIn(`account-${seed}`)).request
  const visitor: Member['request'] = async (path, init) =>
    services.apiApp.request(path, init, {
      traceKey: 'trace-fuzz',
      now: harness.clock.now(),
      signedIn: undefined,
    })
  let member = await newMember(0)
  const faults: string[] = []
  let asked = 0
  let accepted = 0
  let changed = false

  async function newMember(n: number) {
    return makeMember(harness, {
      loginId: `fuzzed-${seed}-${n}`,
      planCode: 20,
      course: 'share',
      lines: [{}, { kind: 'data' }],
    })
  }

  const known = () => ({
    lineId: [...member.lineIds, otherLine],
    lineIds: [...member.lineIds, otherLine],
    orderNo: [orderNo, 'A-2222-2222-2222'],
    from: ['2026-11-01'],
    to: ['2026-11-20'],
    month: ['2026-10', '2026-11'],
    conditions: ['conditions'],
    zipCode: ['1000001'],
    zipcode: ['1000001'],
    eid: ['89049032000000000000000000180001'],
    imei: ['350000000000006'],
    effectiveOn: ['2026-12-01'],
  })

  async function ask(operation: Operation, given: { query: unknown; body: unknown }) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(record(given.query)))
      if (value !== undefined)
        query.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    const path = query.size > 0 ? `${operation.path}?${query}` : operation.path
    const init = {
      method: operation.method,
      headers: { 'Content-Type': 'application/json', [idempotencyKeyHeader]: randomUUID() },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    }
    const whole = `${operation.method} ${path} ${JSON.stringify(given.body)?.slice(0, 400)}`
    for (const [who, request] of Object.entries({ visitor, account, member: member.request })) {
      const answer = await request(path, init)
      const text = await answer.text()
      asked += 1
      if (answer.status === 200) {
        accepted += 1
        changed ||= who === 'member' && operation.method !== 'GET'
      }
      const fault =
        operation.faultOf(answer.status, JSON.parse(text)) ??
        secrets
          .filter((secret) => text.includes(secret) && !whole.includes(secret))
          .map((secret) => `holds ${secret}`)[0]
      if (fault !== undefined)
        faults.push(`${who}: ${whole}\n  ${answer.status} ${fault}\n  ${text.slice(0, 300)}`)
    }
  }

  for (const operation of readOperations()) {
    for (const given of fc.sample(operation.request(known()), { numRuns: runs, seed }))
      await ask(operation, given)
    // A contract that was cancelled or suspended on the way would refuse all the rest.
    if (changed) member = await newMember(asked)
    changed = false
  }
  const done = await database.db
    .selectFrom('audit_entry')
    .select('action')
    .where('chain', '=', other.contractId)
    .where('position', '>', Number(before?.position))
    .execute()
  return { faults, asked, accepted, doneToTheOther: done.map(({ action }) => action) }
}

const record = (value: unknown) => z.record(z.string(), z.unknown()).catch({}).parse(value)
