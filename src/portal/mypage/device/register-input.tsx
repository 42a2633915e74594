import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pages } from '#vocabulary/pages.ts'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { Menu, MenuLine } from '#portal/mypage/device/wire.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { fieldsIn } from '#portal/fields/fields-in.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import { SummaryList } from '#ui/summary-list.tsx'

type InputProps = {
  readonly menu: Menu
  readonly chosen: MenuLine | undefined
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

export function RegisterInput(props: InputProps) {
  const { chosen } = props
  if (chosen === undefined)
    return isRegistrationClosed(props) ? (
      <EmptyState
        title="端末を登録できる回線はありません"
        action={<ButtonLink href={pages.option}>オプションの画面を開く</ButtonLink>}
      >
        つながる端末保証に申し込んだ回線の端末を、ここで登録できます。
      </EmptyState>
    ) : (
      <LineForm {...props} />
    )
  if (!chosen.move.allowed)
    return <RefusalNotice title="いまは、端末を登録できません" reason={chosen.move} />
  return <DeviceForm {...props} chosen={chosen} />
}

export const isRegistrationClosed = ({ menu, chosen }: Pick<InputProps, 'menu' | 'chosen'>) =>
  !(chosen === undefined ? menu.lines : [chosen]).some(({ move }) => move.allowed)

function LineForm({ menu, errors, keys }: InputProps) {
  return (
    <>
      <FieldErrors errors={errors} />
      <Form method="get" className="flow">
        <Hidden values={{ draft: keys.draft }} />
        <RadioCards
          name="lineId"
          label="端末を登録する回線"
          required
          error={errors['lineId']}
          options={menu.lines.map(({ line, move, covered }) => ({
            value: line.lineId,
            label: fullNameOfLine(line),
            hint: move.allowed
              ? covered === undefined
                ? '端末は、まだ登録されていません。'
                : `登録した端末：${covered.name}`
              : move.message,
            disabled: !move.allowed,
          }))}
        />
        <ButtonRow>
          <Submit kind="primary">次へ進む</Submit>
          <ButtonLink kind="plain" href={pages.devices}>
            端末の一覧に戻る
          </ButtonLink>
        </ButtonRow>
      </Form>
    </>
  )
}

function DeviceForm({
  menu,
  chosen,
  typed,
  errors,
  keys,
}: InputProps & { readonly chosen: MenuLine }) {
  const { line, seen, seenUnknown, covered } = chosen
  const of = fieldsIn(typed, errors)
  return (
    <>
      <FieldErrors
        errors={errors}
        labels={{ name: '機種名', imei: 'IMEI', purchasedOn: '購入した日' }}
      />
      <Card>
        <SummaryList
          entries={[
            ['回線', fullNameOfLine(line)],
            ['いまの登録', covered && `${covered.name}（登録すると、保証の対象から外れます）`],
            ['SIMが入っている端末', seen && `${nameOf(seen)}（IMEI ${seen.imeiMasked}）`],
          ]}
        />
      </Card>
      <SeenDevice {...{ seen, seenUnknown }} />
      <Form method="post" className="flow">
        <Hidden
          values={{
            intent: 'input',
            lineId: line.lineId,
            fromDeviceId: covered?.deviceId,
            draft: keys.draft,
            [antiForgery.field]: keys.xsrfToken,
          }}
        />
        {seen === undefined ? (
          <>
            <Select
              {...of('maker')}
              label="メーカー"
              unchosen="選んでください"
              options={menu.makers.map((maker) => ({ value: maker, label: maker }))}
            />
            <Field {...of('name')} label="機種名" />
          </>
        ) : null}
        <Field
          {...of('imei')}
          inputMode="numeric"
          autoComplete="off"
          required={seen === undefined}
          label="IMEI（15桁）"
          hint="電話アプリで *#06# と入力するか、端末の設定画面で確認できます。"
        />
        <Field
          {...of('purchasedOn')}
          type="date"
          label="購入した日"
          hint="メーカーの保証期間を表示するために使います。"
        />
        <ButtonRow>
          <Submit kind="primary">内容を確認する</Submit>
          <ButtonLink kind="plain" href={pages.devices}>
            端末の一覧に戻る
          </ButtonLink>
        </ButtonRow>
      </Form>
    </>
  )
}

/** Whether the network knows which device the SIM is in, and what to do where it does not. */
function SeenDevice({ seen, seenUnknown }: Pick<MenuLine, 'seen' | 'seenUnknown'>) {
  return seen === undefined ? (
    <Notice
      tone="warning"
      title={
        seenUnknown
          ? 'いま、SIMが入っている端末を確認できません'
          : 'SIMが入っている端末が見つかりません'
      }
    >
      {seenUnknown
        ? 'IMEIを入力すると、登録を受け付けます。確認できしだい登録し、お知らせします。'
        : 'SIMを端末に入れて一度通信してから、この画面を開き直してください。IMEIを入力して、先に申し込むこともできます。'}
    </Notice>
  ) : (
    <p>
      登録する端末にSIMが入っていることを確認してください。違うときは、SIMを入れ替えて一度通信してから、この画面を開き直してください。
    </p>
  )
}

export const nameOf = ({ maker, name }: { readonly maker: string; readonly name: string }) =>
  [maker, name].filter(Boolean).join(' ')
