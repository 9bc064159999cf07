import type shared from './en.json'
import type account from '../areas/account/account.en.json'
import type clients from '../areas/clients/clients.en.json'
import type signIn from '../areas/sign-in/sign-in.en.json'
import type today from '../areas/today/today.en.json'

type Key =
  | keyof typeof shared
  | keyof typeof account
  | keyof typeof clients
  | keyof typeof signIn
  | keyof typeof today

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type WithoutForm<Name extends string> = Name extends `${infer Base}_${PluralForm}` ? Base : Name

/** The keys of all texts; plural forms count as one key. Each area adds its English texts here. */
export type TextKey = WithoutForm<Key>
