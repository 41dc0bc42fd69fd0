ALTER TABLE "logistic_item" DROP CONSTRAINT "logistic_item_address_code_address_fk";
