import type { ReactNode } from 'react'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import { ReceiptSection, TimelineSection } from '../status-parts.tsx'
import type { Succession, SuccessionStatus } from './wire.ts'

/** The state of a succession: in words, what is asked for, and the receipt. */
export function SuccessionSheet({
  status,
  children,
}: {
  readonly status: Succession | SuccessionStatus
  readonly children?: ReactNode
}) {
  const {
    orderNo,
    stateLabel,
    sentence,
    asked,
    movesFrom,
    reason,
    timeline,
    submittedAt,
    emailMasked,
    requested,
  } = status
  return (
    <>
      <Notice tone={status.state === 'accepted' ? 'good' : 'info'} title={stateLabel} role="status">
        <p>{sentence}</p>
        {movesFrom === undefined ? null : <p>進む日時：{formatDateTime(movesFrom)}</p>}
        {reason === undefined ? null : <p>理由：{reason}</p>}
      </Notice>
      {asked === undefined ? null : (
        <Notice tone="warning" title="お願いしている書類">
          <p>{asked}</p>
          <p>6か月お待ちします。急ぎのお手続きではありません。</p>
          <p>
            <a href={successionPages.documents}>書類を添える（ログインします）</a>
          </p>
        </Notice>
      )}
      <TimelineSection title="これまでの経過" timeline={timeline} />
      {orderNo === undefined || submittedAt === undefined ? null : (
        <ReceiptSection
          numberLabel="受付番号"
          orderNo={orderNo}
          submittedAt={submittedAt}
          emailMasked={emailMasked}
          requested={requested}
        >
          受付番号と、お手続きをした方の生年月日があれば、ログインしなくても
          <a href={successionPages.status}>お手続きの状況</a>を確認できます。
        </ReceiptSection>
      )}
      {children}
    </>
  )
}
