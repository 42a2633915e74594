import { optionsOf } from '#vocabulary/state-words.ts'
import { REQUEST_WORDS, requestKindLabels } from '#vocabulary/family-request.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Segments } from '#ui/segments.tsx'
import { Select } from '#ui/select.tsx'
import type { LineRequests } from './wire.ts'

type AskCardProps = {
  readonly asked: LineRequests
  readonly holderName: string
  readonly lineId: string
  readonly isAskingForOption: boolean
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}

const labels = { kind: 'お願い', optionCode: 'オプション', note: 'ひとこと' }

/** What can be asked for, and a word with it. No price is shown to who asks. */
export function AskCard({
  asked,
  holderName,
  lineId,
  isAskingForOption,
  keys,
  stayed,
}: AskCardProps) {
  const { asking, kinds, options, requests } = asked
  const typed = stayed?.typed ?? {}
  const of = fieldsFrom(typed, errorsOf(stayed?.refused))
  const isOfOption = isAskingForOption && options.length > 0
  if (!asking.allowed)
    return (
      <>
        <Stopped refused={stayed?.refused} title="送れませんでした" labels={labels} />
        {requests.some(({ state }) => state === 'open') ? null : (
          <Card>
            <h2>おうちの人にお願いする</h2>
            <p>{asking.message}</p>
          </Card>
        )}
      </>
    )
  return (
    <Card>
      <h2>おうちの人にお願いする</h2>
      <Stopped refused={stayed?.refused} title="送れませんでした" labels={labels} />
      <KeyedForm
        keys={keys}
        of={`ask.${requests[0]?.requestId ?? ''}`}
        values={{ intent: 'ask', lineId, ...(isOfOption ? { kind: 'option' } : undefined) }}
        className="flow"
      >
        {isOfOption ? (
          <Select
            {...of('optionCode', '')}
            label={labels.optionCode}
            unchosen="選んでください"
            options={options.map(({ optionCode, name }) => ({ value: optionCode, label: name }))}
            required
          />
        ) : (
          <Segments
            id="kind"
            name="kind"
            label={labels.kind}
            chosen={typed['kind'] ?? kinds[0] ?? 'data'}
            segments={optionsOf(requestKindLabels, kinds)}
          />
        )}
        <Field {...of('note')} label={labels.note} maxLength={REQUEST_WORDS} autoComplete="off" />
        <Submit kind="primary">{holderName}さんにお願いする</Submit>
        <p className="small muted">料金は、おうちの人にだけ見えます。</p>
      </KeyedForm>
      {options.length === 0 ? null : (
        <p className="tap">
          {isOfOption ? (
            <a href={pages.familyLines}>データや速度のお願いにもどる</a>
          ) : (
            <a href={withQuery(pages.familyLines, { option: '1' })}>オプションをお願いする</a>
          )}
        </p>
      )}
    </Card>
  )
}
