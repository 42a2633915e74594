import { pages } from '#vocabulary/pages.ts'
import { Notice } from '#ui/notice.tsx'
import type { FamilyRequest } from './wire.ts'

/** That somebody waits for an answer, where it is not the page of the answers. */
export function Waiting({ requests }: { readonly requests: readonly FamilyRequest[] }) {
  const open = requests.filter(({ state }) => state === 'open')
  const [first] = open
  if (first === undefined) return null
  return (
    <Notice tone="warning" title={`${first.name}さんからのお願いが届いています`}>
      <p className="tap">
        <a href={pages.familyRequests}>お願いを見て返事をする（{open.length}件）</a>
      </p>
    </Notice>
  )
}
