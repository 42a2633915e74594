import { data, Link, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { searchKinds } from '#vocabulary/console-record.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { withQuery } from '#vocabulary/pages.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { send, stay, type Stayed } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { grantApi } from '#protocol/console/grant.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { PressButton } from '#console/parts/press.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { OpenRecord } from '#console/record/open-record.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { newTicketPlace, ticketPlace } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDate } from '#ui/format.ts'

export const handle = { crumbs: [{ label: 'さがす' }] }
export const meta = consoleMeta('さがす')

export const loader = ({ context, url }: LoaderFunctionArgs) => ({
  keys: freshKeysOf(context),
  ticket: url.searchParams.get('ticket') ?? '',
})

type Found = Result<typeof grantApi.consoleFindPost>

/** Posted: what is searched for is a number or a name, which no address and no history may keep. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const form = await request.formData()
  const answer = await send(callOf(context, form), url, grantApi.consoleFindPost, form)
  if ('refused' in answer) return stay(answer.refused, form)
  return data({ found: answer.value, q: textOf(form, 'q') })
}

type FindPageProps = {
  readonly loaderData: ReturnType<typeof loader>
  readonly actionData: Stayed | { readonly found: Found; readonly q: string } | undefined
}

/** One field, exact only, at most five hits, no names: whose record it is shows when it is opened for a reason. */
export default function FindPage({ loaderData: { keys, ticket }, actionData }: FindPageProps) {
  const answer = actionData
  const stayed = answer !== undefined && 'refused' in answer ? answer : undefined
  const found = answer !== undefined && 'found' in answer ? answer : undefined
  const error = stayed?.refused.fields?.['q']?.[0]
  return (
    <div className="stack narrow">
      <div className="page-head">
        <h1>さがす</h1>
        <p>完全に一致するものだけが出ます。さがしたことは記録に残ります。</p>
      </div>
      <Refused refused={stayed?.refused} />
      <section className="panel panel--strong" aria-label="さがすもの">
        <KeyedForm keys={keys} of="find" className="form panel__body">
          <Field
            id="q"
            name="q"
            label="番号・契約・メール・受付番号、またはフリガナと生年月日"
            hint="例：090-0000-2001、T-2K7D-9F、スズキ ケンイチ 1980/5/1"
            required
            autoComplete="off"
            defaultValue={stayed?.typed['q'] ?? found?.q ?? ''}
            {...(error === undefined ? {} : { error })}
          />
          <PressButton kind="primary">さがす</PressButton>
        </KeyedForm>
      </section>
      {found === undefined ? null : <Hits {...found} keys={keys} ticket={ticket} />}
    </div>
  )
}

type HitsProps = {
  readonly found: Found
  readonly q: string
  readonly ticket: string
} & Pick<FindPageProps['loaderData'], 'keys'>

function Hits({ found, q, keys, ticket }: HitsProps) {
  if (found.hits.length === 0)
    return (
      <Panel title="見つかりませんでした" beside={searchKinds[found.by]}>
        <PanelBody>
          <p>
            「{q}
            」に完全に一致するものはありません。1けた違いでも候補は出しません。番号を読み上げて確かめてください。
          </p>
          <p>
            <ButtonLink href={newTicketPlace}>会員が分からないまま受け付ける…</ButtonLink>
          </p>
        </PanelBody>
      </Panel>
    )
  return (
    <Panel
      title={`${found.hits.length}件`}
      beside={searchKinds[found.by]}
      aside={found.more ? 'ほかにもあります。もう1つの番号でさがしてください。' : undefined}
    >
      {found.hits.map((hit) => (
        <PanelBody key={`${hit.accountId} ${hit.contractId ?? ''}`}>
          <p>
            <b>会員 {hit.accountId}</b>
            {hit.contractId === undefined ? null : `・契約 ${hit.contractId}`}
            {hit.status === undefined ? null : `・${contractStateWords[hit.status].label}`}
            {hit.startedOn === undefined ? null : `・${formatDate(hit.startedOn)}から`}
            {hit.endsOn === undefined ? null : `・${formatDate(hit.endsOn)}まで`}
          </p>
          {hit.ticketNo === undefined ? null : (
            <p>
              <Link to={ticketPlace(hit.ticketNo)}>お問い合わせ {hit.ticketNo}</Link>
            </p>
          )}
          <OpenRecord keys={keys} account={hit.accountId} ticket={hit.ticketNo ?? ticket} />
          <p>
            <Link to={withQuery(newTicketPlace, { account: hit.accountId })}>
              この会員のお問い合わせを受け付ける…
            </Link>
          </p>
        </PanelBody>
      ))}
    </Panel>
  )
}
