import { formatCount } from './format.ts'

type AmountProps = {
  readonly yen: number
  /** `included` is the rule; `excluded` where the catalogue's own price is shown; `none` in a column that says it. */
  readonly tax?: 'included' | 'excluded' | 'none'
  /** `figure`: the one big number of a screen. */
  readonly size?: 'text' | 'figure'
}

const taxWords = { included: '（税込）', excluded: '（税抜）', none: '' }

export function Amount({ yen, tax = 'included', size = 'text' }: AmountProps) {
  return (
    <span className={size === 'figure' ? 'amount amount--figure' : 'amount'}>
      {formatCount(yen)}
      <span className="amount__unit">円{taxWords[tax]}</span>
    </span>
  )
}
