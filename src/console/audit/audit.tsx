import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { send, stay, type Stayed } from '#portal/mypage/flow/submit.ts'
import { attempt } from '#portal/mypage/shared/attempt.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { consoleAuditApi } from '#protocol/console/audit.ts'
import { typedIn } from '#protocol/form.ts'
import { PressButton } from '#console/parts/press.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { StatePanel } from '#console/shell/failure.tsx'
import { Field } from '#ui/field.tsx'
import { ChainState } from './chain-state.tsx'
import { Entries, type Found } from './entries.tsx'

const title = '監査'
export const handle = { crumbs: [{ label: title }] }
export const meta = consoleMeta(title)

/** The state of the chains first: who may not ask for it searches only, and the other way round. */
export async function loader({ context }: LoaderFunctionArgs) {
  const verified = await attempt(callOf(context)(consoleAuditApi.consoleAuditVerifyGet))
  return {
    verified: verified.ok ? verified.value : undefined,
    today: pageOf(context).today,
    keys: freshKeysOf(context),
  }
}

/** Posted: whose records are searched stands in the audit, not in an address. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const form = await request.formData()
  for (const [name, day, time] of [
    ['from', textOf(form, 'fromDay'), '00:00:00'],
    ['until', textOf(form, 'untilDay'), '23:59:59'],
  ] as const)
    if (day !== '') form.set(name, `${day}T${time}+09:00`)
  const endpoint = consoleAuditApi.consoleAuditSearchPost
  const answer = await send(callOf(context, form), url, endpoint, form)
  if ('refused' in answer) return stay(answer.refused, form)
  return data({ found: answer.value, typed: typedIn(form) })
}

type Answer = Stayed | { readonly found: Found; readonly typed: Readonly<Record<string, string>> }

type AuditPageProps = {
  readonly loaderData: Awaited<ReturnType<typeof loader>>
  readonly actionData: Answer | undefined
}

export default function AuditPage({ loaderData, actionData }: AuditPageProps) {
  const { verified, keys } = loaderData
  const stayed = actionData !== undefined && 'refused' in actionData ? actionData : undefined
  const found = actionData !== undefined && 'found' in actionData ? actionData.found : undefined
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <p>だれが、何を、どの件のために。消すことも直すこともできません。</p>
      </div>
      <Refused refused={stayed?.refused} />
      {verified === undefined ? null : <ChainState verified={verified} />}
      <section className="panel panel--strong" aria-label="さがす">
        <SearchForm keys={keys} answer={actionData} />
      </section>
      {found === undefined ? null : found.rows.length === 0 ? (
        <StatePanel icon="search" title="この条件の記録はありません">
          <p>番号と日を確かめてください。会員の名前ではさがせません。</p>
        </StatePanel>
      ) : (
        <section className="panel" aria-label="記録">
          <Entries found={found} />
          {found.nextCursor === undefined ? null : (
            <KeyedForm
              keys={keys}
              of={`search.${found.nextCursor}`}
              values={{ ...askedAgain(actionData), cursor: found.nextCursor }}
              className="form panel__body"
            >
              <PressButton>続きを見る</PressButton>
            </KeyedForm>
          )}
        </section>
      )}
    </>
  )
}

const asked = ['staffId', 'caseNo', 'chain', 'fromDay', 'untilDay'] as const

/** The same search, for its next page. */
const askedAgain = (answer: Answer | undefined) =>
  Object.fromEntries(asked.map((name) => [name, answer?.typed[name] || undefined]))

type SearchFormProps = {
  readonly keys: AuditPageProps['loaderData']['keys']
  readonly answer: Answer | undefined
}

function SearchForm({ keys, answer }: SearchFormProps) {
  const field = (name: (typeof asked)[number], wire: string = name) => {
    const refused = answer !== undefined && 'refused' in answer ? answer.refused : undefined
    const error = refused?.fields?.[wire]?.[0]
    return {
      name,
      defaultValue: answer?.typed[name] ?? '',
      autoComplete: 'off',
      ...(error === undefined ? {} : { error }),
    }
  }
  return (
    <KeyedForm keys={keys} of="search" className="form panel__body">
      <div className="form-row">
        <Field label="件の番号" {...field('caseNo')} />
        <Field label="会員・契約の番号" {...field('chain')} />
        <Field label="スタッフの番号" {...field('staffId')} />
        <Field label="いつから" type="date" {...field('fromDay', 'from')} />
        <Field label="いつまで" type="date" {...field('untilDay', 'until')} />
        <PressButton kind="primary">さがす</PressButton>
      </div>
      <p className="muted">さがしたことも記録に残ります。会員の名前ではさがせません。</p>
    </KeyedForm>
  )
}
