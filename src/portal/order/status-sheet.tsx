import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { OrderRings } from '#ui/order-rings.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { NextSteps } from '#portal/mypage/flow/next-steps.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { ReceiptSection, stepsOf, TimelineSection } from './status-parts.tsx'
import type { Status } from './wire.ts'

/** An order's own: the procedures of my page have a 受付番号. */
const NUMBER = '申込番号'

/** Nothing more comes of it. */
export const isOver = ({ state }: Pick<Status, 'state'>) =>
  state === 'rejected' || state === 'withdrawn'

/** The state of an order: its rings, what comes next with its days, line by line, and the receipt. */
export function StatusSheet({
  status,
  children,
}: {
  readonly status: Status
  readonly children?: ReactNode
}) {
  const { timeline, stateLabel, sentence, reason, toDo, nextSteps, lines } = status
  const steps = stepsOf(timeline)
  return (
    <>
      <section
        className={isOver(status) ? 'stage order-stage stage--quiet' : 'stage order-stage'}
        aria-labelledby="order-state"
      >
        <div className="order-stage__words">
          <p className="small muted">
            {NUMBER} <span className="order-no">{status.orderNo}</span>
          </p>
          <h2 id="order-state" className="order-stage__state">
            {stateLabel}
          </h2>
          <p>{sentence}</p>
          {reason === undefined ? null : <p>理由：{reason}</p>}
        </div>
        {isOver(status) ? null : <OrderRings steps={steps} />}
      </section>
      {toDo.length === 0 ? null : (
        <Notice tone="warning" title="お客さまにお願いすること">
          <ul>
            {toDo.map(({ text, path }) => (
              <li key={text}>{path === undefined ? text : <a href={path}>{text}</a>}</li>
            ))}
          </ul>
        </Notice>
      )}
      <TimelineSection
        title={isOver(status) ? 'これまでの経過' : 'これまでの経過と予定'}
        timeline={timeline}
      />
      <NextSteps steps={nextSteps} />
      {lines.length === 0 ? null : (
        <Section id="lines" title="回線ごとの進み具合">
          {lines.map((line) => (
            <Card key={line.lineNo}>
              <h3>
                {line.lineNo}回線目（{kindLabels[line.kind]}・{simSizeLabels[line.simSize]}）
              </h3>
              <SummaryList
                entries={[
                  ['状況', `${line.stateLabel}：${line.sentence}`],
                  [
                    line.expectedLabel ?? '次の予定',
                    line.expectedOn && formatWhen(line.expectedOn),
                  ],
                  ['追跡番号', line.trackingNo],
                  [
                    '切り替え',
                    line.switchAt === line.expectedOn
                      ? undefined
                      : line.switchAt && formatWhen(line.switchAt),
                  ],
                ]}
              />
            </Card>
          ))}
        </Section>
      )}
      <ReceiptSection numberLabel={NUMBER} {...status}>
        {NUMBER}と生年月日があれば、ログインしなくても
        <a href={orderPages.status}>申し込みの状況</a>を確認できます。
      </ReceiptSection>
      {children}
    </>
  )
}
