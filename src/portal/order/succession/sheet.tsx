import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { successionPages } from '#vocabulary/site-pages.ts'
import type { Succession, SuccessionStatus } from './wire.ts'

const stateOf = { done: 'done', current: 'current', coming: 'next', stopped: 'failed' } as const

/** How a succession stands: in words, what is asked for, and the receipt. */
export function SuccessionSheet({
  status,
  children,
}: {
  readonly status: Succession | SuccessionStatus
  readonly children?: ReactNode
}) {
  const { orderNo, stateLabel, sentence, asked, reason, timeline, submittedAt, emailMasked } =
    status
  return (
    <>
      <Notice tone={status.state === 'accepted' ? 'good' : 'info'} title={stateLabel} role="status">
        <p>{sentence}</p>
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
      <Section id="timeline" title="これまでの経過">
        <Timeline
          steps={timeline.map(({ label, state, at }) => ({
            title: label,
            state: stateOf[state],
            ...(at === undefined ? {} : { at }),
          }))}
        />
      </Section>
      {orderNo === undefined || submittedAt === undefined ? null : (
        <Section id="receipt" title="受付の控え">
          <Card>
            <SummaryList
              entries={[
                {
                  term: '受付番号',
                  value: (
                    <>
                      <span className="order-no">{orderNo}</span>{' '}
                      <CopyButton text={orderNo} label="受付番号" />
                    </>
                  ),
                },
                { term: '受付日時', value: formatDateTime(submittedAt) },
                { term: 'お知らせの送り先', value: emailMasked },
              ]}
            />
          </Card>
          <p className="small">
            受付番号と、お手続きをした方の生年月日があれば、ログインしなくても
            <a href={successionPages.status}>お手続きの状況</a>を確認できます。
          </p>
        </Section>
      )}
      {children}
    </>
  )
}
