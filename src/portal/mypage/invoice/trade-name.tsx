import { CONFIRM_FORM } from '#portal/mypage/flow/confirm-form.tsx'
import { Accordion } from '#ui/accordion.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

/** The button that shows the paper anew and issues nothing. */
export const SHOW_NAME = 'show-name'

/** A field of the form that issues, so that what is printed is what was seen. */
export function TradeName({ tradeName, isOpen }: { tradeName: string; isOpen: boolean }) {
  return (
    <Accordion title="宛名に屋号や会社名を入れる" open={isOpen}>
      <div className="form">
        <Field
          key={tradeName}
          form={CONFIRM_FORM}
          name="tradeName"
          label="屋号・会社名"
          hint="ご契約者のお名前の前に入ります。入れない場合は空のままにします。"
          maxLength={60}
          defaultValue={tradeName}
          autoComplete="organization"
        />
        <ButtonRow>
          <Button kind="secondary" form={CONFIRM_FORM} name="intent" value={SHOW_NAME}>
            宛名を表示し直す
          </Button>
        </ButtonRow>
      </div>
    </Accordion>
  )
}

/** What the form of a paper carries beside the field: the name that the paper on the screen bears. */
export const shownName = (tradeName: string) => ({ shownName: tradeName })
