import { describe, expect, test } from 'vitest'
import { isDatabaseOutage } from './outage.ts'

/** As pg raises it. */
const said = (code: string, message = 'said by the database') =>
  Object.assign(new Error(message), { code })

describe('いま応えられないデータベースは、障害である', () => {
  test.each([
    ['管理者が終わらせた接続', '57P01'],
    ['ほかの接続の異常終了', '57P02'],
    ['起動中か終了中', '57P03'],
    ['切れた接続', '08006'],
    ['ディスクの空きがない', '53100'],
    ['接続が多すぎる', '53300'],
    ['読み取り専用', '25006'],
    ['読めないファイル', '58030'],
    ['壊れたページ', 'XX001'],
    ['時間内に取れない鍵', '55P03'],
    ['デッドロック', '40P01'],
    ['番地にだれもいない', 'ECONNREFUSED'],
    ['切れた回線', 'ECONNRESET'],
  ])('%s（%s）', (_, code) => {
    expect(isDatabaseOutage(said(code))).toBe(true)
    expect(isDatabaseOutage(new AggregateError([said('23505'), said(code)]))).toBe(true)
  })

  test.each([
    'Query read timeout',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ])('%s', (message) => expect(isDatabaseOutage(new Error(message))).toBe(true))
})

test.each([
  ['もうある鍵', '23505'],
  ['足りない権限', '42501'],
  ['合わない値', '22P02'],
  ['ない列', '42703'],
])('%s（%s）は欠陥であり、障害ではない', (_, code) => {
  expect(isDatabaseOutage(said(code))).toBe(false)
})
