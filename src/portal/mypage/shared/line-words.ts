import { linePage } from '#vocabulary/pages.ts'
import { formatPhone } from '#ui/format.ts'
import type { HighSpeedLine, Line, LineName } from './wire.ts'

/** What the member calls the line; its number as long as it has no name. */
export function nameOfLine({ nickname, number }: Pick<LineName, 'nickname' | 'number'>): string {
  return nickname === '' ? formatPhone(number) : nickname
}

/** The first character of its name; of a line without one, the last two digits of its number. */
export function initialOf({ nickname, number }: { nickname: string; number: string }): string {
  return [...nickname.trim()][0] ?? number.slice(-2)
}

/** Name and number, or the number alone: for choosing among lines. */
export function fullNameOfLine(line: Pick<LineName, 'nickname' | 'number'>): string {
  const number = formatPhone(line.number)
  return line.nickname === '' || line.nickname === number ? number : `${line.nickname}（${number}）`
}

export const simSizeLabels: Readonly<Record<LineName['simSize'], string>> = {
  standard: '標準SIM',
  micro: 'microSIM',
  nano: 'nanoSIM',
  esim: 'eSIM',
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
  threeDayRule: {
    now: 'さらに低速になっています',
    note: '低速での3日間の利用量が上限を超えたためです。',
  },
  suspended: { now: '利用停止中', note: '通話・SMS・データ通信はご利用いただけません。' },
}

/** How fast the line is now, and why. */
export function wordsOfSpeed(line: Pick<HighSpeedLine, 'speedReason'>) {
  return speedWords[line.speedReason]
}

/** The carrier has been asked but has not answered yet. */
export function isSwitching(line: Pick<HighSpeedLine, 'history'>): boolean {
  return line.history[0]?.state === 'requested'
}
