import type { LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { openNickname, openNumber } from './line-mapping.ts'

/** A line in mails: its nickname, else its number with all but the last digits hidden. */
export function lineWords(line: LineRow, sealing: Sealing): string {
  const nickname = openNickname(line, sealing)
  return nickname === ''
    ? `番号の末尾が${openNumber(line, sealing).slice(-4)}の回線`
    : `「${nickname}」の回線`
}

/** 「090-0000-1001」, as mails and papers print a number. */
export function formatNumber(digits: string): string {
  return digits.replace(/^(\d{3})(\d{4})(\d{4})$/u, '$1-$2-$3')
}
