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
  { role, lines }: Family,
  own: FamilyLine,
): Promise<OwnUsageProps> {
  // A manager sees all, or the line of which the page was left.
  const asked = url.searchParams.get('line')
  const one =
    role === 'lineUser' ? own : lines.find(({ highSpeed }) => highSpeed.line.lineId === asked)
  const line = one?.highSpeed.line
  return {
    whose: line === undefined ? 'すべての回線' : fullNameOfLine(line),
    usage: await ask(url, call(usageApi.statusUsageGet, { query: { lineId: line?.lineId } })),
    lineId: line?.lineId,
  }
}
