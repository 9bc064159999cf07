import { Link } from '@tanstack/react-router'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import type { BusinessCategory, Plan } from '@workspace-platform/client/admin-billing'
import { useEffect, useRef, useState } from 'react'
import { identityCalls, platform } from '../../app/session.ts'
import { toFormat } from '../../i18n/format.rules.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, PasswordField, Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { categoryName, firstPrice, planText } from './plan.rules.ts'
import { SignInCard } from './sign-in.frame.tsx'
import styles from './sign-in.module.css'
import { isEmail, passwordProblem, toPhone } from './sign-in.rules.ts'
import { useEnter } from './use-enter.ts'

const { listPublicPlans, listPublicBusinessCategories } = platform.use(adminBilling)

type Offer = { plans: Plan[]; categories: BusinessCategory[] }

const loadOffer = async (): Promise<Offer> => {
  const [{ plans }, { businessCategories }] = await Promise.all([
    listPublicPlans(),
    listPublicBusinessCategories(),
  ])
  return { plans: plans.toSorted((a, b) => a.sortOrder - b.sortOrder), categories: businessCategories }
}

export const SignupPage = () => {
  const text = useText()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    loadOffer().then(
      (loaded) => isGone || setOffer(loaded),
      (error: unknown) => isGone || setFailure(toProblem(error, text).message),
    )
    return () => {
      isGone = true
    }
  }, [attempt, text])
  return (
    <SignInCard title={text('signup.title')} text={text('signup.text')} isWide>
      {offer ? (
        <SignupForm {...offer} />
      ) : failure ? (
        <>
          <Notice tone="bad">{failure}</Notice>
          <Button
            onClick={() => {
              setFailure(null)
              setAttempt(attempt + 1)
            }}
          >
            {text('action.retry')}
          </Button>
        </>
      ) : (
        <Skeleton lines={6} />
      )}
      <div className={styles['links']}>
        <span>
          {text('signup.known')}{' '}
          <Link to="/login" className={styles['link']!}>
            {text('signIn.submit')}
          </Link>
        </span>
      </div>
    </SignInCard>
  )
}

const SignupForm = ({ plans, categories }: Offer) => {
  const text = useText()
  const { language, locale } = useLanguage()
  const enter = useEnter()
  // The steps after the sign-up may fail. Submitting the form again resumes there.
  const isSignedUp = useRef(false)
  const form = useForm({
    initial: {
      name: '',
      email: '',
      phone: '',
      password: '',
      planId: plans[0]?.id ?? '',
      businessCategorySlug: '',
      marketingOptIn: '',
    },
    check: ({ name, email, phone, password, businessCategorySlug }) => {
      const problem = passwordProblem(password)
      return {
        ...(name.trim() === '' && { name: text('form.required') }),
        ...(businessCategorySlug === '' && { businessCategorySlug: text('form.required') }),
        ...(!isEmail(email) && { email: text('form.email') }),
        ...(!/^\+[1-9]\d{6,14}$/.test(toPhone(phone)) && { phone: text('field.phone') }),
        ...(problem && { password: text(problem) }),
      }
    },
    submit: async ({ name, email, phone, marketingOptIn, ...others }) => {
      const body = { ...others, name: name.trim(), email: email.trim(), phone: toPhone(phone) }
      if (!isSignedUp.current)
        await identityCalls.signup({ body: { ...body, marketingOptIn: marketingOptIn === 'yes' } })
      isSignedUp.current = true
      // New workspaces are in English by default; this sets the language in which the workspace was created.
      if (language !== 'en') await identityCalls.updateWorkspace({ body: { settings: { locale: language } } })
      await enter()
    },
  })
  const planError = form.field('planId').error
  return (
    <Form form={form} label={text('signup.title')}>
      <fieldset className={styles['plans']} aria-describedby={planError ? 'plan-error' : undefined}>
        <legend>{text('signup.plan')}</legend>
        {plans.map((plan) => {
          const { name, description } = planText(plan, language)
          const price = firstPrice(plan)
          const format = toFormat({ locale, currencyCode: price?.currencyCode ?? 'USD', timeZone: 'UTC' })
          return (
            <label key={plan.id} className={styles['plan']}>
              <input
                type="radio"
                name="planId"
                value={plan.id}
                checked={form.values.planId === plan.id}
                onChange={() => form.change('planId', plan.id)}
              />
              <span className={styles['planName']}>{name}</span>
              {price && (
                <span className={styles['price']}>
                  {format.money(price.amountCents / 100)} <small>{text(`signup.per.${price.period}`)}</small>
                </span>
              )}
              {description && <span className={styles['trial']}>{description}</span>}
              {plan.trialPeriodDays !== null && plan.trialPeriodDays > 0 && (
                <span className={styles['trial']}>
                  {text('signup.trial', { count: plan.trialPeriodDays })}
                </span>
              )}
            </label>
          )
        })}
        {planError && (
          <span id="plan-error" role="alert">
            {planError}
          </span>
        )}
      </fieldset>
      <FormRow>
        <TextField label={text('signup.name')} autoComplete="organization" {...form.field('name')} />
        <Select
          label={text('signup.category')}
          choices={[
            { value: '', label: text('signup.chooseCategory') },
            ...categories.map((category) => ({
              value: category.slug,
              label: categoryName(category, language),
            })),
          ]}
          {...form.field('businessCategorySlug')}
        />
      </FormRow>
      <FormRow>
        <TextField
          label={text('signIn.email')}
          type="email"
          autoComplete="username"
          {...form.field('email')}
        />
        <TextField
          label={text('signup.phone')}
          type="tel"
          autoComplete="tel"
          placeholder="+14155550123"
          {...form.field('phone')}
        />
      </FormRow>
      <PasswordField
        label={text('signIn.password')}
        hint={text('signIn.passwordHint')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Checkbox
        label={text('signup.news')}
        checked={form.values.marketingOptIn === 'yes'}
        onChange={(event) => form.change('marketingOptIn', event.target.checked ? 'yes' : '')}
      />
      <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
        {text('signup.submit')}
      </Button>
    </Form>
  )
}
