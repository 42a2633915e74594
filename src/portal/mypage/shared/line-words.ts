import { hasNumber, kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { linePage } from '#vocabulary/pages.ts'
import { formatPhone } from '#ui/format.ts'
import type { HighSpeedLine, Line, LineName, Outages } from './wire.ts'

type Named = Pick<LineName, 'nickname' | 'position' | 'simKind' | 'simSize'> & {
  readonly number: string
}

/** What the member calls the line; its number as long as it has no name. */
export function nameOfLine(line: Named): string {
  return line.nickname === '' ? numberOfLine(line) : line.nickname
}

/** The number; of a line that gets a new one when it opens, what tells it from the others until then. */
function numberOfLine(line: Named): string {
  if (hasNumber(line)) return formatPhone(line.number)
  const which = line.position > 1 ? `${line.position}回線目` : '回線'
  return `開通前の${which}（${simOfLine(line)}）`
}

const simOfLine = ({ simKind, simSize }: Named) =>
  `${kindLabels[simKind]}・${simSizeLabels[simSize]}`

/** The first character of its name; of a line without one, the last two digits of its number. */
export function initialOf({ nickname, number }: { nickname: string; number: string }): string {
  return [...nickname.trim()][0] ?? number.slice(-2)
}

/** Its colour and pattern on every screen, for life. */
export const toneOf = ({ position }: Pick<LineName, 'position'>) => position - 1

/** Name and number, or the number alone: for choosing among lines. */
export function fullNameOfLine(line: Named): string {
  const number = numberOfLine(line)
  if (line.nickname === '' || line.nickname === number) return number
  return `${line.nickname}（${hasNumber(line) ? number : `開通前・${simOfLine(line)}`}）`
}

/** With the kind of its SIM besides, where the line itself is what is being made. */
export function lineWithSim(line: Named): string {
  const name = fullNameOfLine(line)
  return hasNumber(line) ? `${name}・${simOfLine(line)}` : name
}

export const suspensionWords = {
  unpaid: 'お支払いの確認ができていないため、停止しています。',
  lost: '紛失のお届けにより、停止しています。',
  fraud: '安全のため、停止しています。お問い合わせ窓口でご案内します。',
} as const

/** In service, so that the monthly price counts it: a line that is still being made costs nothing yet. */
export const isServed = ({ status }: Pick<Line, 'status'>) =>
  status !== 'preparing' && status !== 'ended'

export function hrefOfLine(lineId: string): string {
  return linePage(lineId)
}

const speedWords: Record<HighSpeedLine['speedReason'], { now: string; note: string }> = {
  pool: { now: '高速で通信できます', note: 'お使いの分だけデータ残量が減ります。' },
  switchedOff: { now: '低速で通信します', note: '低速のあいだ、データ残量は減りません。' },
  poolEmpty: {
    now: '低速で通信できます',
    note: 'データ残量がなくなりました。チャージするとすぐに高速に戻ります。',
  },
  lineCap: {
    now: '低速で通信できます',
    note: 'この回線の上限に届きました。今日だけ増やすか、上限を変えると、すぐに高速に戻ります。',
  },
  threeDayRule: {
    now: 'さらに低速になっています',
    note: '低速での3日間の利用量が上限を超えたためです。',
  },
  notOpen: { now: '開通前です', note: '開通すると、すぐに高速で通信できます。' },
  suspended: { now: '利用停止中', note: '通話・SMS・データ通信はご利用いただけません。' },
}

/** How fast the line is now, and why; while an outage lasts, nobody is told that it can be used as ever. */
export function wordsOfSpeed(
  { speedReason }: Pick<HighSpeedLine, 'speedReason'>,
  isTroubled = false,
) {
  return (isTroubled && troubledWords[speedReason]) || speedWords[speedReason]
}

const troubled = 'つながりにくくなっています'

const troubledWords: Partial<typeof speedWords> = {
  pool: {
    now: troubled,
    note: '障害またはメンテナンスのためです。終わると、いつもの速さに戻ります。',
  },
  switchedOff: {
    now: troubled,
    note: '障害またはメンテナンスのためです。低速のあいだ、データ残量は減りません。',
  },
}

/** Whether an outage of data lasts where the member is. */
export const isDataTroubled = (outages: Outages | undefined) =>
  outages?.some(
    ({ state, services }) =>
      state === 'ongoing' && services.some(({ serviceKey }) => serviceKey === 'data'),
  ) === true

/** The carrier has been asked but has not answered yet. */
export function isSwitching(line: Pick<HighSpeedLine, 'history'>): boolean {
  return line.history[0]?.state === 'requested'
}
