import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { hasNumber, kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { openNickname, openNumber } from './line-mapping.ts'

/** A line in mails: its nickname, else its number with all but the last digits hidden; none before a new one comes. */
export function lineWords(line: LineRow, sealing: Sealing): string {
  const nickname = openNickname(line, sealing)
  if (nickname !== '') return `「${nickname}」の回線`
  const number = openNumber(line, sealing)
  if (hasNumber({ number })) return `番号の末尾が${number.slice(-4)}の回線`
  const which = line.position > 1 ? `${line.position}回線目` : '回線'
  return `開通前の${which}（${kindLabels[line.kind]}・${simSizeLabels[line.sim_size]}）`
}

/** 「090-0000-1001」, as mails and papers print a number. */
export function formatNumber(digits: string): string {
  return digits.replace(/^(\d{3})(\d{4})(\d{4})$/u, '$1-$2-$3')
}
