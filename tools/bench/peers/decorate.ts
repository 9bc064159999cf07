import 'reflect-metadata'

/** Node runs TypeScript by leaving types out, and so knows no decorators: here they are applied by hand, as compiled code does. */
type Class = abstract new (...parameters: never[]) => object

export const decorateClass = (target: Class, ...decorators: ClassDecorator[]): void => {
  for (const decorator of decorators) decorator(target as never)
}

/** Decorators of a property, such as a rule of validation. */
export const decorateProperty = (target: Class, name: string, ...decorators: PropertyDecorator[]): void => {
  for (const decorator of decorators) decorator(target.prototype as object, name)
}

/** Decorators of a method, and of each of its parameters with the parameter's type. */
export const decorateMethod = (
  target: Class,
  name: string,
  decorators: MethodDecorator[],
  parameters: readonly (readonly [type: object, decorator: ParameterDecorator])[],
): void => {
  const prototype = target.prototype as object
  for (const [index, [, decorator]] of parameters.entries()) decorator(prototype, name, index)
  Reflect.defineMetadata(
    'design:paramtypes',
    parameters.map(([type]) => type),
    prototype,
    name,
  )
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!
  for (const decorator of decorators) decorator(prototype, name, descriptor)
}

/** What the constructor is given. */
export const decorateConstructor = (target: Class, ...decorators: ParameterDecorator[]): void => {
  Reflect.defineMetadata(
    'design:paramtypes',
    decorators.map(() => Object),
    target,
  )
  for (const [index, decorator] of decorators.entries()) decorator(target, undefined, index)
}
