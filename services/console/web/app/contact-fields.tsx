import type { ChangeEvent } from 'react'
import { useText } from '../i18n/language.ts'
import { TextField } from '../ui/field.tsx'

type Input = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

type Props = { field: (name: 'name' | 'phone' | 'email') => Input }

/** The name, phone number and email of a client. */
export const ContactFields = ({ field }: Props) => {
  const text = useText()
  return (
    <>
      <TextField label={text('client.name')} autoFocus autoComplete="off" {...field('name')} />
      <TextField
        label={text('client.phone')}
        type="tel"
        isOptional
        autoComplete="off"
        placeholder="+201001234567"
        {...field('phone')}
      />
      <TextField
        label={text('client.email')}
        type="email"
        isOptional
        autoComplete="off"
        {...field('email')}
      />
    </>
  )
}
