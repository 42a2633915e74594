import { simSizes, type SimSize } from '#vocabulary/line.ts'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { formatRfc3339, startOfDay, tokyoDate } from '#domain/tokyo.ts'
import { isSameName, keyOf, searchFor, type Search } from './search-key.ts'

const mark = z.enum(['yes', 'no', 'with-condition', 'unknown'])
const supportedSizes = z.array(z.enum(simSizes))

const terminalRows = z.array(
  z.object({
    maker: z.string(),
    name: z.string(),
    kana: z.string(),
    releasedOn: z.string(),
    simKinds: supportedSizes,
    esim: z.boolean(),
    volte: z.boolean(),
    tethering: mark,
    data: mark,
    sms: mark,
    voice: mark,
    os: z.string(),
    note: z.string().optional(),
    checkedOn: z.string(),
  }),
)

type TerminalRow = z.output<typeof terminalRows>[number]

export type TerminalQuery = {
  q?: string | undefined
  maker?: string | undefined
  simSize?: SimSize | undefined
  esim?: boolean | undefined
  volte?: boolean | undefined
  tethering?: boolean | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const PAGE_SIZE = 50

/** How makers are read, for those who type their names in kana. */
const makerReadings: Readonly<Record<string, string>> = {
  Apple: 'アップル',
  Google: 'グーグル',
  サムスン: 'Samsung ギャラクシー',
  シャープ: 'SHARP',
  ソニー: 'Sony',
  Xiaomi: 'シャオミ レッドミー',
  モトローラ: 'Motorola',
  OPPO: 'オッポ',
  ASUS: 'エイスース アスース',
  'FCNT（富士通）': 'フジツウ ふじつう Fujitsu',
  HUAWEI: 'ファーウェイ',
  Nothing: 'ナッシング',
  マイクロソフト: 'Microsoft',
  NEC: 'エヌイーシー 日本電気',
  VAIO: 'バイオ',
  バルミューダ: 'BALMUDA',
  レノボ: 'Lenovo',
}

let read: ReturnType<typeof readTerminals> | undefined

/** Read when it is first asked for: a start need not wait for it. */
const confirmed = () => (read ??= readTerminals())

/** The confirmed devices that fit everything asked for, newest first; `cursor` counts those already shown. */
export function findTerminals(query: TerminalQuery) {
  const { terminals, makers, asOf } = confirmed()
  const { exact, wide } = searchFor(query.q ?? '')
  const matching = (search: Search) =>
    terminals.filter(({ row, key }) => search(key) && fits(row, query))
  const precise = matching(exact)
  const found = precise.length > 0 ? precise : matching(wide)
  const from = Number(query.cursor ?? 0) || 0
  const until = from + (query.limit ?? PAGE_SIZE)
  const meant = meantBy(query.q, found)
  return {
    meant: meant === undefined ? undefined : toWire(meant),
    rows: found.slice(from, until).map(({ row }) => toWire(row)),
    ...(until < found.length ? { nextCursor: String(until) } : {}),
    total: found.length,
    makers,
    asOf,
  }
}

/** The one device that the words name: the only one found, or the one whose whole name they are. */
function meantBy(
  q: string | undefined,
  found: readonly { row: TerminalRow }[],
): TerminalRow | undefined {
  if (!q) return undefined
  if (found.length === 1) return found[0]?.row
  return found.find(({ row: { maker, name } }) =>
    [q, `${maker} ${q}`].some(
      (asked) => isSameName(asked, name) || isSameName(asked, `${maker} ${name}`),
    ),
  )?.row
}

/** A box that is not ticked asks for nothing; it does not ask for devices without the feature. */
function fits(row: TerminalRow, query: TerminalQuery): boolean {
  return (
    (!query.maker || row.maker === query.maker) &&
    (!query.simSize || row.simKinds.includes(query.simSize)) &&
    (!query.esim || row.esim) &&
    (!query.volte || row.volte) &&
    (!query.tethering || row.tethering === 'yes' || row.tethering === 'with-condition')
  )
}

function toWire({ kana: _kana, simKinds, esim, volte, note, ...row }: TerminalRow) {
  return {
    ...row,
    simSizes: simKinds,
    esim: toMark(esim),
    volte: toMark(volte),
    note,
  }
}

function toMark(is: boolean) {
  return is ? ('yes' as const) : ('no' as const)
}

function readTerminals() {
  const file = new URL(import.meta.resolve('#backend/platform/terminals.json'))
  const terminals = terminalRows
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .toSorted((a, b) => b.releasedOn.localeCompare(a.releasedOn))
    .map((row) => ({
      row,
      key: keyOf(`${row.maker} ${row.name}`, `${makerReadings[row.maker] ?? ''} ${row.kana}`),
    }))
  const makers = new Set(terminals.map(({ row }) => row.maker))
  const lastChecked = terminals.reduce(
    (last, { row }) => (row.checkedOn > last ? row.checkedOn : last),
    '',
  )
  return {
    terminals,
    makers: [...makers].toSorted((a, b) => a.localeCompare(b, 'ja')),
    asOf: formatRfc3339(startOfDay(tokyoDate(lastChecked))),
  }
}
