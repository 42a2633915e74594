import { ask } from '#portal/mypage/flow/attempt.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Call } from '#protocol/http.ts'
import { usageApi } from '#protocol/usage.ts'
import type { OwnUsageProps } from './own-usage.tsx'
import type { Family, FamilyLine } from './wire.ts'

/** Apart from what it is shown by: schemas must not reach a page's script. */
export async function loadOwnUsage(
  call: Call,
  url: URL,
  { role }: Family,
  { highSpeed: { line } }: FamilyLine,
): Promise<OwnUsageProps> {
  const lineId = role === 'lineUser' ? line.lineId : undefined
  return {
    whose: lineId === undefined ? 'すべての回線' : fullNameOfLine(line),
    usage: await ask(url, call(usageApi.statusUsageGet, { query: { lineId } })),
    lineId,
  }
}
