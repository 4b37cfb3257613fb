/** What is wrong with an input, by rule. The server's field errors use the same words. */
export const rules = {
  "rule.required": "{attribute} cannot be blank.",
  "rule.minLength": "{attribute} must be at least {min} characters.",
  "rule.maxLength": "{attribute} cannot exceed {max} characters.",
  "rule.minValue": "{attribute} must be an integer greater than or equal to {min}.",
  "rule.maxValue": "{attribute} must be an integer less than or equal to {max}.",
  "rule.numeric": "{attribute} must be an integer greater than or equal to 1.",
  "rule.decimal": "{attribute} must be a number.",
  "rule.integer": "{attribute} must be an integer.",
  "rule.between": "{attribute} must range from {min} - {max}.",
  "rule.email": "Please enter email in correct format.",
  "rule.phone": "Please enter your 10 digit number.",
  "rule.invalid": "{attribute} is not valid.",
  "rule.tooMany": "{attribute} cannot hold more than {max} entries.",
  "rule.upload": "Please upload a file.",

  "duplicate.category": "Category name already exists.",
  "duplicate.attributeSet": "Attribute set already exists.",
  "duplicate.name": "Name already exists.",
  "duplicate.attribute": "Attribute already selected.",
} as const;
