import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import { errors, generalErrorCodes, formErrorCodes, fileErrorCodes } from '#protocol/errors.ts'
import { api } from '#protocol/index.ts'
import { proofCodes } from '#protocol/proof.ts'
import { specPaths } from './spec-paths.ts'

const operations: readonly (readonly [string, Endpoint])[] = Object.entries(api)
const endpoints = operations.map(([, endpoint]) => endpoint)

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

describe('specification 7.2 and the wire', () => {
  test('the specification lists 76 paths', () => {
    expect(Object.keys(specPaths)).toHaveLength(76)
    expect(asked).toHaveLength(84)
  })

  test('every path of the specification is an endpoint, with its method', () => {
    expect(missingFrom(endpoints)).toEqual([])
  })

  test('every endpoint is in the specification or says that it is ours', () => {
    expect(wronglyMarkedIn(endpoints)).toEqual([])
  })

  test('the check can fail: an endpoint lost, one invented, one of ours passed off as theirs', () => {
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

  test('every endpoint of the specification names its row', () => {
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

describe('the form of every endpoint', () => {
  test.each(operations)('%s is named after its path and method', (name, endpoint) => {
    expect(name).toBe(nameOf(endpoint))
    expect(endpoint.path).toMatch(/^\/api(?:\/[a-zA-Z_]+)+$/u)
  })

  test('no method and path stand twice', () => {
    expect(new Set(endpoints.map(keyOf)).size).toBe(endpoints.length)
  })

  test('GET has no body; POST and PUT have no query', () => {
    const wrong = endpoints.filter(({ method, query, body }) =>
      method === 'GET' || method === 'DELETE' ? body !== undefined : query !== undefined,
    )
    expect(wrong.map(keyOf)).toEqual([])
  })

  test('every error code is general, of a form, or named by an endpoint', () => {
    const named = new Set<string>([
      ...generalErrorCodes,
      ...formErrorCodes,
      ...fileErrorCodes,
      ...endpoints.flatMap((one) => one.errors ?? []),
      ...Object.values(proofCodes),
      'NEW_DEVICE_WAIT',
    ])
    expect(Object.keys(errors).filter((code) => !named.has(code))).toEqual([])
  })
})
