export type Town = { readonly region: string; readonly locality: string; readonly street: string }

/** What was put into the fields last, by the page or by a look-up: a field that differs from it was typed. */
const beforeNames = {
  region: 'before.region',
  locality: 'before.locality',
  street: 'before.street',
} as const satisfies Readonly<Record<keyof Town, string>>

/** What a look-up has done with the fields. */
export type Filled = { readonly town: Town; readonly isRetained: boolean }

type Values = Readonly<Record<string, string | undefined>>

export const addressIn = (values: Values): Town => ({
  region: values['region'] ?? '',
  locality: values['locality'] ?? '',
  street: values['street'] ?? '',
})

/** A form that was never sent begins with what is in its fields. */
export const beforeIn = (values: Values): Town => ({
  region: values[beforeNames.region] ?? values['region'] ?? '',
  locality: values[beforeNames.locality] ?? values['locality'] ?? '',
  street: values[beforeNames.street] ?? values['street'] ?? '',
})

export const asBefore = ({ region, locality, street }: Town) => ({
  [beforeNames.region]: region,
  [beforeNames.locality]: locality,
  [beforeNames.street]: street,
})

/**
 * The address with the town of its postcode: only what is empty or was not touched changes. A street that goes on from the
 * town is complete already.
 */
export function withTown(present: Town, before: Town, town: Town) {
  const isOpen = (name: keyof Town) => present[name] === '' || present[name] === before[name]
  const region = isOpen('region') ? town.region : present.region
  const locality = isOpen('locality') ? town.locality : present.locality
  const goesOn = isOf(present.street, town) && isSameTown(present, town)
  const street = isOpen('street') && !goesOn ? town.street : present.street
  const address: Town = { region, locality, street }
  return { address, isRetained: !isSameTown(address, town) || !isOf(street, town) }
}

const isOf = (street: string, town: Town) => street.startsWith(town.street)
const isSameTown = (one: Town, other: Town) =>
  one.region === other.region && one.locality === other.locality
