import { optionsOf } from '#vocabulary/state-words.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { caseReasons, ticketChannels } from '#vocabulary/console.ts'
import { contactTopics } from '#vocabulary/contact.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { PressButton } from '#console/parts/press.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { queuePlace } from '#console/shell/places.ts'
import { Field, TextArea } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

const title = 'お問い合わせを受け付ける'
export const handle = {
  crumbs: [{ href: queuePlace('ticket'), label: 'お問い合わせ' }, { label: '受け付ける' }],
}
export const meta = consoleMeta(title)

export { newTicketAction as action } from './submit.ts'

export const loader = ({ context, url }: LoaderFunctionArgs) => ({
  keys: freshKeysOf(context),
  accountId: url.searchParams.get('account') ?? '',
})

type NewTicketProps = {
  readonly loaderData: ReturnType<typeof loader>
  readonly actionData: Stayed | undefined
}

/** The case that everything is done in: no case, no data. */
export default function NewTicket({ loaderData, actionData }: NewTicketProps) {
  const field = (name: string, otherwise = '') => {
    const error = actionData?.refused.fields?.[name]?.[0]
    return {
      name,
      defaultValue: actionData?.typed[name] ?? otherwise,
      ...(error === undefined ? {} : { error }),
    }
  }
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <p>この番号が、会員の記録を開く理由になります。</p>
      </div>
      <Refused refused={actionData?.refused} />
      <section className="panel panel--strong narrow" aria-label="受け付ける内容">
        <KeyedForm keys={loaderData.keys} of="open" className="form panel__body" data-send>
          <div className="form-row">
            <Select
              label="経路"
              unchosen="選んでください"
              required
              options={optionsOf(ticketChannels)}
              {...field('channel')}
            />
            <Select
              label="理由"
              unchosen="選んでください"
              required
              options={namesOf(caseReasons).map((value) => ({
                value,
                label: `${caseReasons[value]}（${value}）`,
              }))}
              {...field('reason')}
            />
            <Select
              label="内容"
              unchosen="選んでください"
              required
              options={optionsOf(contactTopics)}
              {...field('topic')}
            />
          </div>
          <TextArea
            label="聞いたこと・書かれていること"
            hint="会員の言葉のまま書きます。会員も、マイページで読めます。"
            required
            rows={6}
            {...field('text')}
          />
          <div className="form-row">
            <Field
              label="会員の番号"
              hint="分かっているとき"
              autoComplete="off"
              {...field('accountId', loaderData.accountId)}
            />
            <Field label="消印の日" hint="書面のとき" type="date" {...field('postedOn')} />
            <Field
              label="先方の番号"
              hint="フォーム・センター・総務省のとき"
              autoComplete="off"
              {...field('outsideNo')}
            />
          </div>
          <PressButton kind="primary" letter="Ctrl Enter">
            受け付ける
          </PressButton>
        </KeyedForm>
      </section>
    </>
  )
}
