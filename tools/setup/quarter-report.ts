import { writeFileSync } from 'node:fs'
import type { AccidentOfQuarter } from '#backend/outage/public.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { csvOf } from '#vocabulary/csv.ts'
import { emergencyCallLabels, outageServices } from '#vocabulary/outage.ts'
import { print } from './print.ts'

const groundWords = { lines: '3万回線以上', hours: '2時間以上' } as const

const columns: readonly [string, (one: AccidentOfQuarter) => string | number][] = [
  ['番号', ({ outage }) => outage.outage_id],
  ['発生', ({ outage }) => formatRfc3339(outage.begins_at)],
  ['復旧', ({ outage }) => (outage.ends_at === null ? '' : formatRfc3339(outage.ends_at))],
  ['件名', ({ outage }) => outage.title],
  ['役務', ({ outage }) => outage.services.map((service) => outageServices[service]).join('、')],
  ['地域', ({ outage }) => outage.areas.join('、') || '全国'],
  ['緊急通報', ({ outage }) => emergencyCallLabels[outage.emergency_calls]],
  ['影響した回線', ({ figures }) => figures.lines],
  ['継続時間（分）', ({ figures }) => figures.minutes],
  ['回線×時間', ({ figures }) => figures.lineHours],
  ['四半期報告', ({ grounds }) => grounds.map((ground) => groundWords[ground]).join('、')],
  ['重大な事故', ({ figures }) => (figures.thresholds.some((one) => one.isReached) ? '該当' : '')],
  [
    '第一報',
    ({ outage }) =>
      outage.first_reported_at === null ? '' : formatRfc3339(outage.first_reported_at),
  ],
]

/** The accidents of a quarter, for the authority's form: on the screen, and with `csv` as a file. */
export function printQuarter(found: readonly AccidentOfQuarter[], csv: string | undefined): void {
  const rows = found.map((one) => columns.map(([, cell]) => cell(one)))
  if (csv !== undefined)
    writeFileSync(csv, csvOf([columns.map(([title]) => title), ...rows]), { mode: 0o600 })
  for (const row of rows) print(row.map((cell) => (cell === '' ? '－' : cell)).join('  '))
  const reported = found.filter(({ grounds }) => grounds.length > 0)
  const lineHours = found.reduce((sum, { figures }) => sum + figures.lineHours, 0)
  print(
    `${found.length} accidents, ${lineHours} line hours together; ${reported.length} to be reported`,
  )
}
