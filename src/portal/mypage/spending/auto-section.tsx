import { Hidden, KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Errors } from '#portal/mypage/flow/load-steps.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { Spending, TopUps } from '#portal/mypage/shared/wire.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime, formatYenWithTax } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { thresholds, thresholdWords, timesOffered } from './words.ts'

type AutoSectionProps = {
  readonly auto: Spending['autoTopUp']
  readonly packs: TopUps['packs']
  readonly keys: FormKeys
  readonly errors: Errors
  readonly typed: Readonly<Record<string, string>>
}

/** Automatic top-up: what is set, and the form that leads to 確認. */
export function AutoSection({ auto, packs, keys, errors, typed }: AutoSectionProps) {
  const of = fieldsFrom(typed, errors)
  return (
    <Section id="auto" title="自動データチャージ">
      <p>
        データの残りが決めた量を下回ったら、データチャージを自動で購入します。残りは1時間ごとに確かめます。月に購入する回数も決められます。料金の上限を超えて購入することはありません。
      </p>
      {auto === null ? null : <Current auto={auto} keys={keys} />}
      {auto === null ? null : <h3>内容を変える</h3>}
      <form method="get" className="form" noValidate>
        <Hidden values={{ step: 'confirm' }} />
        <RadioCards
          {...of('packId', auto?.packId)}
          label="チャージする量（1回）"
          required
          options={packs.map(({ packId, name, priceYen }) => ({
            value: packId,
            label: name,
            beside: <Amount yen={priceYen} />,
          }))}
        />
        <Select
          {...of('atBytes', String(auto?.atBytes ?? ''))}
          label="いつチャージするか"
          hint="チャージする量までの残量を選べます"
          required
          unchosen="選んでください"
          options={thresholds.map((bytes) => ({
            value: String(bytes),
            label: thresholdWords(bytes),
          }))}
        />
        <Select
          {...of('timesAMonth', String(auto?.timesAMonth ?? ''))}
          label="1か月の回数"
          required
          unchosen="選んでください"
          options={timesOffered.map((times) => ({
            value: String(times),
            label: `${times}回まで`,
          }))}
        />
        <ButtonRow>
          <Button>確認に進む</Button>
        </ButtonRow>
      </form>
    </Section>
  )
}

type CurrentProps = {
  readonly auto: NonNullable<Spending['autoTopUp']>
  readonly keys: FormKeys
}

function Current({ auto, keys }: CurrentProps) {
  const { name, priceYen, atBytes, timesAMonth, timesBought, mostYen, setAt, why } = auto
  return (
    <>
      {why.allowed ? null : <RefusalNotice title="いまは自動で購入しません" reason={why} />}
      <Card className="card review__facts">
        <h3>いまの設定</h3>
        <SummaryList
          entries={[
            ['チャージする量', `${name}・1回${formatYenWithTax(priceYen)}`],
            ['いつ', thresholdWords(atBytes)],
            [
              '今月の回数',
              `${timesBought}回購入・あと${Math.max(0, timesAMonth - timesBought)}回まで`,
            ],
            ['1か月の最大', formatYenWithTax(mostYen)],
            ['設定した日時', formatDateTime(setAt)],
          ]}
        />
        <KeyedForm keys={keys} of="autoEnd" values={{ intent: 'autoEnd' }}>
          <SubmitRow>自動データチャージをやめる</SubmitRow>
        </KeyedForm>
      </Card>
    </>
  )
}
