import { optionsOf } from '#vocabulary/state-words.ts'
import type { LoaderFunctionArgs } from 'react-router'
import {
  outageKindLabels,
  outageKinds,
  outageServiceKeys,
  outageServices,
} from '#vocabulary/outage.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Check } from '#console/parts/check.tsx'
import type { ToCheck } from '#console/parts/check-first.ts'
import { PressButton } from '#console/parts/press.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { places } from '#console/shell/places.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { callOf } from '#portal/request.ts'
import { consoleOutageApi } from '#protocol/console/outage.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { CheckWords } from './check-words.tsx'
import { EmergencyFields, Message, Moment, Severity, Ticks } from './fields.tsx'

const title = '障害・工事を掲載する'
export const handle = {
  crumbs: [{ href: places.outage, label: '障害・工事' }, { label: '掲載する' }],
}
export const meta = consoleMeta(title)

export { newOutageAction as action } from './submit.ts'

export async function loader({ context, url }: LoaderFunctionArgs) {
  // Refused, and written down, for whom the board is not.
  const { asOf } = await ask(url, callOf(context)(consoleOutageApi.consoleOutagesGet))
  return { keys: freshKeysOf(context), asOf }
}

type NewOutageProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: Stayed | ToCheck | undefined
}

/** What goes on the board, read once more before the members read it. */
export default function NewOutage({
  loaderData: { keys, asOf },
  actionData: answer,
}: NewOutageProps) {
  const isChecked = answer !== undefined && 'isChecked' in answer && answer.isChecked
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <p>書いたとおりに、会員の画面に出ます。</p>
      </div>
      {isChecked ? (
        <Check keys={keys} answer={answer} send="会員の画面に出す">
          <CheckWords
            typed={answer.typed}
            asOf={asOf}
            follows="すぐに会員の画面に出て、影響のある会員にお知らせが届きます。"
          />
        </Check>
      ) : (
        <OpenForm keys={keys} answer={answer} />
      )}
    </>
  )
}

type OpenFormProps = Pick<NewOutageProps['loaderData'], 'keys'> & {
  readonly answer: NewOutageProps['actionData']
}

function OpenForm({ keys, answer }: OpenFormProps) {
  const of = { intent: 'open', answer }
  return (
    <>
      <Refused refused={answer !== undefined && 'refused' in answer ? answer.refused : undefined} />
      <section className="panel panel--strong narrow" aria-label="掲載する内容">
        <KeyedForm keys={keys} of="open" values={{ intent: 'open' }} className="form panel__body">
          <div className="form-row">
            <Select
              {...cameBack(answer, 'open', 'kind')}
              label="種類"
              unchosen="選んでください"
              required
              options={optionsOf(outageKindLabels, outageKinds)}
            />
            <Severity {...of} unchosen="選んでください" />
          </div>
          <Field
            {...cameBack(answer, 'open', 'title')}
            label="件名"
            hint="何が、どこで、どうなっているか。80文字まで。"
            required
            maxLength={80}
            autoComplete="off"
          />
          <Ticks
            {...of}
            name="services"
            legend="影響のあるサービス"
            hint="1つ以上選びます。"
            options={outageServiceKeys.map((key) => [key, outageServices[key]])}
          />
          <Ticks
            {...of}
            name="areas"
            legend="地域"
            hint="1つも選ばないと、全国です。"
            options={prefectures.map((name) => [name, name])}
          />
          <div className="form-row">
            <Moment {...of} name="beginsAt" label="開始" required />
            <Moment
              {...of}
              name="until"
              label="終わりの見込み・予定"
              hint="工事では必ず入力します。"
            />
          </div>
          <Message {...of} />
          <EmergencyFields {...of} />
          <PressButton kind="primary" name="step" value="check">
            確認へ
          </PressButton>
        </KeyedForm>
      </section>
    </>
  )
}
