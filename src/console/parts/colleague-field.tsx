import { Select } from '#ui/select.tsx'

type ColleagueFieldProps = {
  readonly colleagues: readonly { readonly staffId: string; readonly name: string }[]
  readonly name: string
  readonly defaultValue: string
  readonly error?: string
}

/** To whom something is handed over, by name: those who can open it. */
export const ColleagueField = ({ colleagues, ...back }: ColleagueFieldProps) => (
  <Select
    label="渡す相手"
    required
    unchosen={colleagues.length === 0 ? '渡せる人がいません' : '選んでください'}
    options={colleagues.map(({ staffId, name }) => ({ value: staffId, label: name }))}
    {...back}
  />
)
