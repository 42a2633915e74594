import { expect, test } from 'vitest'
import { z } from 'zod'
import { personal } from '#protocol/personal.ts'
import { lineName } from '#protocol/procedure.ts'
import { maskResult } from './mask-result.ts'

const name = personal('name', z.string())

test('印のある項目だけが、どこにあっても伏せられる', () => {
  const schema = z.object({
    name,
    perhaps: name.optional(),
    none: name.nullable(),
    list: z.array(name),
    byKey: z.record(
      z.string(),
      z.object({ mail: personal('mail', z.string()), state: z.string() }),
    ),
    either: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), text: name }),
      z.object({ kind: z.literal('b'), text: z.string() }),
    ]),
    shown: personal('revealed', z.string()),
  })
  const value = {
    name: '鈴木 花子',
    perhaps: '佐藤 健',
    none: null,
    list: ['高橋 翔', '田中 実'],
    byKey: { first: { mail: 'suzuki@example.jp', state: '有効' } },
    either: { kind: 'b', text: '請求' },
    shown: '東京都世田谷区太子堂1-2-3',
  }
  expect(maskResult(schema, schema.parse(value))).toEqual({
    name: '鈴＊',
    perhaps: '佐＊',
    none: null,
    list: ['高＊', '田＊'],
    byKey: { first: { mail: 's＊＊＊@＊＊＊', state: '有効' } },
    either: { kind: 'b', text: '請求' },
    shown: '東京都世田谷区太子堂1-2-3',
  })
})

test('会員の画面と同じ形の回線は、伏せたあとも同じ形で読める', () => {
  const line = lineName.parse({
    lineId: 'line_1',
    nickname: '花子のスマホ',
    number: '09000001001',
    position: 1,
    simKind: 'voice',
    simSize: 'nano',
  })
  const masked = maskResult(lineName, line)
  expect(masked).toEqual({ ...line, nickname: '花＊', number: '0＊＊-＊＊＊＊-1001' })
  expect(lineName.safeParse(masked).success).toBe(true)
})
