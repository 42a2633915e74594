import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ONE_STOP_RETURN_PATH, ONE_STOP_START_PATH } from '#backend/application/public.ts'
import { CARD_RETURN_PATH } from '#backend/billing/commands/change-card.ts'
import { PARTNER_RETURN_PATH } from '#backend/partner/public.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'

const endpoints: Readonly<Record<string, Endpoint>> = api

/** Open to everybody, and about nobody. */
const aboutNobody = [
  'applicationQuoteGet',
  'applicationTermsGet',
  'catalogueFiguresGet',
  'catalogueQuoteGet',
  'platformAnnounceGet',
  'platformAuthGet',
  'platformAuthOpenIdGet',
  'platformDmmNaviGet',
  'postcodesSearchGet',
  'serviceStatusGet',
  'terminalsGet',
]

/** Of the server's own addresses those that ask for the session, or are the login itself. */
const asksForSession = [
  '/auth/callback',
  '/auth/login',
  '/auth/logout',
  '/auth/passkey',
  'BROWSER_LOG_PATH',
  '/calendar/order/:file',
  '/identity/return/:checkId',
  '/identity/start/:checkId',
  CARD_RETURN_PATH,
  PARTNER_RETURN_PATH,
]

const section = /## Ways in that are not a login\n([^]*?)\n## /u.exec(
  readFileSync('SECURITY.md', 'utf8'),
)
const rows = (section?.[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
const named = rows.flatMap(([ways = '']) =>
  [...ways.matchAll(/`([^`]+)`/gu)].map(([, way = '']) => way),
)

describe('ログインではない入口は、すべて SECURITY.md の表にある', () => {
  test('だれでも呼べる操作と、だれかについて数える操作', () => {
    const ways = Object.entries(endpoints)
      .filter(([name, { access, countsAbout }]) => {
        if (countsAbout !== undefined) return true
        return access === 'visitor' && !aboutNobody.includes(name)
      })
      .map(([name]) => name)
    const known = new Set(named)
    expect(ways.filter((name) => !known.has(name))).toEqual([])
    expect(ways.length).toBeGreaterThan(9)
  })

  test('サーバーの住所', () => {
    const entrances: Readonly<Record<string, string>> = {
      CARD_RETURN_PATH,
      ONE_STOP_RETURN_PATH,
      ONE_STOP_START_PATH,
      PARTNER_RETURN_PATH,
    }
    const paths = globSync(['src/server/routes/*-routes.ts', 'src/server/session/*-routes.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .flatMap((text) => [...text.matchAll(/app\.(?:get|post)\(\s*(?:'([^']+)'|([A-Z_]+)\b)/gu)])
      .map(([, path, constant = '']) =>
        (path ?? entrances[constant] ?? constant).replace(/\{.*$/u, ''),
      )
    expect(paths).toContain('/auth/stop')
    const known = new Set([...named, ...asksForSession])
    expect([...new Set(paths)].filter((path) => !known.has(path))).toEqual([])
  })

  test('表にあるものは、どれもまだある', () => {
    const operations = named.filter((way) => !way.startsWith('/'))
    expect(operations.filter((name) => endpoints[name] === undefined)).toEqual([])
    expect(aboutNobody.filter((name) => endpoints[name]?.access !== 'visitor')).toEqual([])
  })
})

describe('表のどの行も', () => {
  test.each(rows.map((row) => [row[0] ?? '', row] as const))('%s', (_, row) => {
    expect(row).toHaveLength(7)
    expect(row.every((cell) => cell.trim() !== '')).toBe(true)
    const file = row.at(-1)?.replaceAll('`', '').trim() ?? ''
    expect(existsSync(file), file).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain('test(')
  })

  test('だれかについて数える操作には、いくつまで数えるかがある', () => {
    const counted = Object.entries(endpoints)
      .filter(([, { countsAbout }]) => countsAbout !== undefined)
      .map(([name]) => name)
    const uncounted = counted.filter((name) => {
      const row = rows.find(([ways = '']) => ways.includes(`\`${name}\``))
      return !/\d+/u.test(row?.[5] ?? '')
    })
    expect(counted.length).toBeGreaterThan(4)
    expect(uncounted).toEqual([])
  })
})
