import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import {
  errors,
  fileErrorCodes,
  formErrorCodes,
  generalErrorCodes,
  openApiErrorCodes,
} from '#protocol/errors.ts'
import { consoleApi } from '#protocol/console/index.ts'
import { api } from '#protocol/index.ts'
import { proofCodes } from '#protocol/proof.ts'
import { specPaths } from './spec-paths.ts'

const operations: readonly (readonly [string, Endpoint])[] = Object.entries(api)
const endpoints = operations.map(([, endpoint]) => endpoint)
const ofStaff: readonly Endpoint[] = Object.values(consoleApi)

const asked = Object.entries(specPaths).flatMap(([path, methods]) =>
  methods.map((method) => `${method} ${path}`),
)
const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

const missingFrom = (given: readonly Endpoint[]) =>
  asked.filter((key) => !given.some((one) => keyOf(one) === key))

const wronglyMarkedIn = (given: readonly Endpoint[]) =>
  given.filter((one) => asked.includes(keyOf(one)) === (one.spec === 'ours')).map(keyOf)

const nameOf = ({ path, method }: Endpoint) =>
  path
    // Applications and successions lie under the address of ordering; `order` names the orders of members.
    .replace(/^\/api\/(?:order\/(?=application|succession))?/u, '')
    .replace(/[/_]([a-zA-Z])/gu, (_, letter: string) => letter.toUpperCase()) +
  method.charAt(0) +
  method.slice(1).toLowerCase()

describe('仕様7.2と通信', () => {
  test('仕様には76の番地がある', () => {
    expect(Object.keys(specPaths)).toHaveLength(76)
    expect(asked).toHaveLength(84)
  })

  test('仕様のどの番地も、その方法の窓口である', () => {
    expect(missingFrom(endpoints)).toEqual([])
  })

  test('どの窓口も、仕様にあるか、私たちのものだと言う', () => {
    expect(wronglyMarkedIn(endpoints)).toEqual([])
  })

  test('この検査は失敗できる：なくした窓口、作った窓口、偽った窓口', () => {
    const { userGet, orderGet, contractGet } = api
    expect(missingFrom(endpoints.filter((one) => one !== userGet))).toEqual(['GET /api/user'])
    const planted: Endpoint[] = [
      { ...contractGet, path: '/api/invented' },
      { ...orderGet, spec: '7.2 SIM' },
      { ...contractGet, spec: 'ours' },
    ]
    expect(wronglyMarkedIn(planted)).toEqual([
      'GET /api/invented',
      'GET /api/order',
      'GET /api/contract',
    ])
  })

  test('仕様の窓口は、どれもその行を名指す', () => {
    const counts = Map.groupBy(
      endpoints.filter((one) => one.spec !== 'ours'),
      (one) => one.spec,
    )
    const paths = [...counts].map(([spec, group]) => [spec, new Set(group.map((e) => e.path)).size])
    expect(Object.fromEntries(paths)).toEqual({
      '7.2 Platform': 4,
      '7.2 Account': 10,
      '7.2 Contract': 9,
      '7.2 SIM': 10,
      '7.2 Billing': 8,
      '7.2 Data and lines': 15,
      '7.2 Options': 12,
      '7.2 Coupons': 5,
      '7.2 Port-out': 3,
    })
  })
})

describe('どの窓口にも決まった形がある', () => {
  test.each(operations)('%sの名前は、番地と方法による', (name, endpoint) => {
    expect(name).toBe(nameOf(endpoint))
    expect(endpoint.path).toMatch(/^\/api(?:\/[a-zA-Z_]+)+$/u)
  })

  test('同じ方法と番地は2つない', () => {
    expect(new Set(endpoints.map(keyOf)).size).toBe(endpoints.length)
  })

  test('GETに本文はなく、POSTとPUTに問い合わせはない', () => {
    const wrong = endpoints.filter(({ method, query, body }) =>
      method === 'GET' || method === 'DELETE' ? body !== undefined : query !== undefined,
    )
    expect(wrong.map(keyOf)).toEqual([])
  })

  test('どのエラーの符号も、共通か、書式のものか、窓口が名指す', () => {
    const named = new Set<string>([
      ...generalErrorCodes,
      ...formErrorCodes,
      ...fileErrorCodes,
      ...openApiErrorCodes,
      ...endpoints.flatMap((one) => one.errors ?? []),
      ...ofStaff.flatMap((one) => one.errors ?? []),
      ...Object.values(proofCodes),
      'NEW_DEVICE_WAIT',
      // Of any operation of the console, by the mount.
      'ROLE_MISSING',
      'STAFF_DIRECTORY_AWAY',
      // Of any operation of the member's that staff ask on behalf.
      'BY_MEMBER_ALONE',
    ])
    expect(Object.keys(errors).filter((code) => !named.has(code))).toEqual([])
  })
})
