import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import { failureIn } from '#protocol/envelope.ts'
import { api } from '#protocol/index.ts'
import { contractRoles, type ContractRole } from '#vocabulary/family.ts'
import { familyDesk } from './families.ts'
import { useHarness } from './use-harness.ts'
import { fieldNames, sampleRequest } from './wire-samples.ts'

// Role × endpoint, whole: out of the wire's declarations, through the mount and the real handlers.

const harness = await useHarness()
const { holder, member } = familyDesk(harness, 'roles')
const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(api)
const ofMember = endpoints.filter(([, { access }]) => access === 'member')

type Request = Awaited<ReturnType<typeof holder>>['request']

let own = ''
let others: readonly string[] = []
let requests: Readonly<Record<ContractRole, Request>>
beforeAll(async () => {
  const owner = await holder()
  own = owner.lineIds[1] ?? ''
  others = owner.lineIds.filter((lineId) => lineId !== own)
  const manager = await member(owner, 'manager')
  const lineUser = await member(owner, 'lineUser', own)
  requests = { holder: owner.request, manager: manager.request, lineUser: lineUser.request }
})

/** What becomes of a request that is made from the schema, as far as roles go. */
async function outcomeOf(role: ContractRole, endpoint: Endpoint, lineId = own) {
  const { path, init } = sampleRequest(endpoint, { lineId, lineIds: [lineId] })
  const answer = await requests[role](path, init)
  const failure = failureIn(await answer.json())
  if (failure?.code === 'ACCESS_DENIED') return 'refused'
  return failure?.code === 'NOT_FOUND' ? 'not found' : 'let in'
}

const may = (role: ContractRole, { roles = [] }: Endpoint) =>
  role === 'holder' || roles.includes(role)

describe('契約のどの窓口をだれが使えるかは、窓口の宣言のとおり', () => {
  test.each(contractRoles)('%s', async (role) => {
    const outcomes: Record<string, boolean> = {}
    for (const [name, endpoint] of ofMember)
      outcomes[name] = (await outcomeOf(role, endpoint)) !== 'refused'
    const expected = ofMember.map(([name, endpoint]) => [name, may(role, endpoint)])
    expect(outcomes).toEqual(Object.fromEntries(expected))
  })

  test('お金・契約・本人確認の窓口は、契約者だけのもの', () => {
    const opened = ofMember.filter(([, { roles = [] }]) => roles.length > 0)
    expect(
      opened.map(([name, { roles }]) => `${name}: ${(roles ?? []).join('・')}`).toSorted(),
    ).toEqual([
      'familyGet: manager',
      'familyLinesGet: manager・lineUser',
      'familyRequestAnswerPost: manager',
      'familyRequestGet: manager',
      'giftAcceptPost: manager',
      'giftDelete: manager・lineUser',
      'giftEstimateGet: manager・lineUser',
      'giftPost: manager・lineUser',
      'giftTakePost: manager',
      'giftsGet: manager・lineUser',
      'highSpeedHistoryGet: manager',
      'highSpeedResidualGet: manager',
      'highSpeedStatusGet: manager・lineUser',
      'highSpeedStatusPut: manager・lineUser',
      'lineCapGet: manager',
      'lineCapLiftPost: manager',
      'lineCapPut: manager',
      'lineCapTryGet: manager',
      'lineNicknamePut: manager',
      'lineRequestDelete: lineUser',
      'lineRequestGet: lineUser',
      'lineRequestPost: lineUser',
      'lineSuspensionPost: manager',
      'malwareBlockStatusGet: manager',
      'malwareBlockStatusPut: manager',
      'packetLogGet: manager',
      'statusDeviceGet: manager',
      'statusLineGet: manager',
      'statusLineGroupGet: manager',
      'statusUsageGet: manager・lineUser',
    ])
    expect(opened.filter(([, { proof }]) => proof !== undefined)).toEqual([])
  })

  test('役割は、契約の窓口だけが宣言している', () => {
    const elsewhere = endpoints.filter(
      ([, { access, roles }]) => access !== 'member' && roles !== undefined,
    )
    expect(elsewhere.map(([name]) => name)).toEqual([])
  })
})

describe('回線を使う人には、ほかの回線はないものと同じに見える', () => {
  const forUsers = ofMember.filter(
    ([, { roles = [], path }]) => roles.includes('lineUser') && !path.startsWith('/api/family/'),
  )

  test('使える窓口は、どれも回線の識別子で聞く', () => {
    const withoutLine = forUsers.filter(([, endpoint]) => !fieldNames(endpoint).has('lineId'))
    expect([forUsers.length, withoutLine.map(([name]) => name)]).toEqual([10, []])
  })

  test('自分の回線は答え、ほかの回線・存在しない回線・回線なしは、見つからない', async () => {
    for (const [name, endpoint] of forUsers) {
      expect([name, await outcomeOf('lineUser', endpoint)]).toEqual([name, 'let in'])
      for (const lineId of [...others, 'line_00000000000000000000'])
        expect([name, await outcomeOf('lineUser', endpoint, lineId)]).toEqual([name, 'not found'])
      if (endpoint.method !== 'GET') continue
      const whole = await requests.lineUser(sampleRequest(endpoint).path)
      expect([name, whole.status]).toEqual([name, 404])
    }
  })

  test('役割で見られる回線には、自分の回線のほかは何も入っていない', async () => {
    const answer = await requests.lineUser('/api/family/lines')
    const text = await answer.text()
    expect([answer.status, text.includes(own), others.some((id) => text.includes(id))]).toEqual([
      200,
      true,
      false,
    ])
  })
})
