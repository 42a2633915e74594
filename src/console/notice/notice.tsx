import { optionsOf } from '#vocabulary/state-words.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { houseNoticeKinds, noticeKindLabels } from '#vocabulary/notice.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Check } from '#console/parts/check.tsx'
import { checkFirst, type ToCheck } from '#console/parts/check-first.ts'
import { Facts } from '#console/parts/panel.tsx'
import { PressButton } from '#console/parts/press.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { approvalPlace, places } from '#console/shell/places.ts'
import { requirePlace } from '#console/shell/require-place.ts'
import { callOf } from '#portal/request.ts'
import { approvalApi, noticeRequest } from '#protocol/console/approval.ts'
import { Field, TextArea } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

const title = 'すべての会員にお知らせを送る'
export const handle = { crumbs: [{ label: 'お知らせを送る' }] }
export const meta = consoleMeta(title)

/** A proposal leads to its own page, where another person decides it. */
export const action = checkFirst({
  noticePosted: {
    endpoint: { ...approvalApi.consoleApprovalProposePost, body: noticeRequest },
    fill: (form) => form.set('operation', 'noticePosted'),
    to: ({ value }) => `${approvalPlace(value.approvalNo)}?done=propose`,
  },
})

export async function loader({ context, url }: LoaderFunctionArgs) {
  await requirePlace(callOf(context), url, places.notice)
  return { keys: freshKeysOf(context) }
}

type NoticeFormProps = {
  readonly keys: FormKeys
  readonly answer: Stayed | ToCheck | undefined
}

type NoticePageProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: NoticeFormProps['answer']
}

/** A notice to every member in service: proposed here, read once more, sent when another person has approved it. */
export default function NoticePage({ loaderData: { keys }, actionData: answer }: NoticePageProps) {
  const isChecked = answer !== undefined && 'isChecked' in answer && answer.isChecked
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <p>2人で行う操作です。ここでは提案し、ほかの人が承認すると送られます。</p>
      </div>
      {isChecked ? (
        <Check keys={keys} answer={answer} send="承認を提案する">
          <CheckWords typed={answer.typed} />
        </Check>
      ) : (
        <NoticeForm keys={keys} answer={answer} />
      )}
    </>
  )
}

function CheckWords({ typed }: Pick<ToCheck, 'typed'>) {
  const kind = houseNoticeKinds.find((one) => one === typed['kind'])
  return (
    <>
      <Facts
        facts={[
          ['種類', kind && noticeKindLabels[kind]],
          ['件名', typed['subject']],
          ['お問い合わせ', typed['ticketNo']],
          ['提案の理由', typed['reason']],
        ]}
      />
      <p className="thread__text">{typed['body']}</p>
      <p className="muted">
        承認されると、利用中のすべての会員に1回ずつ届きます。届いたお知らせは取り消せません。
      </p>
    </>
  )
}

function NoticeForm({ keys, answer }: NoticeFormProps) {
  const field = (name: string) => cameBack(answer, 'noticePosted', name)
  return (
    <>
      <Refused refused={answer !== undefined && 'refused' in answer ? answer.refused : undefined} />
      <section className="panel panel--strong narrow" aria-label="お知らせの内容">
        <KeyedForm
          keys={keys}
          of="noticePosted"
          values={{ intent: 'noticePosted' }}
          className="form panel__body"
        >
          <Select
            label="種類"
            unchosen="選んでください"
            required
            options={optionsOf(noticeKindLabels, houseNoticeKinds)}
            {...field('kind')}
          />
          <Field
            label="件名"
            hint="60文字まで。"
            required
            maxLength={60}
            autoComplete="off"
            {...field('subject')}
          />
          <TextArea
            label="本文"
            hint="会員がそのまま読みます。2,000文字まで。"
            required
            rows={8}
            maxLength={2000}
            {...field('body')}
          />
          <div className="form-row">
            <Field
              label="お問い合わせの番号"
              hint="このお知らせを送ることになった件"
              required
              autoComplete="off"
              {...field('ticketNo')}
            />
            <Field
              label="提案の理由"
              hint="承認する人が読みます。200文字まで。"
              required
              maxLength={200}
              autoComplete="off"
              {...field('reason')}
            />
          </div>
          <PressButton kind="primary" name="step" value="check">
            確認へ
          </PressButton>
        </KeyedForm>
      </section>
    </>
  )
}
