import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

type Styles = Readonly<Record<string, string>>;

class StyledDirective extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT)
      throw new Error('styled() got an attribute or child place, expected the place of an element: after the name of its tag.');
  }

  override update({ element }: ElementPart, [styles]: [Styles]) {
    const { style } = element as HTMLElement;
    for (const [name, value] of Object.entries(styles)) if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    return noChange;
  }

  override render(_: Styles) {
    return noChange;
  }
}

/** Sets CSS properties of an element from script. A `style` attribute, as lit's styleMap begins with, is forbidden by the page's content policy. */
export const styled = directive(StyledDirective);
